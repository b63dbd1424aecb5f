// What the bar of a page tells, of all that is new to its person.

/** How something is answered: the address to which, and the word of the command, which may be empty.
 * @typedef {[string, string]} Answer
 *
 * A notice; `at` is the revision by which it came, and `begins` whether it is of a match without waiting.
 * @typedef {{ title: string, text: string, path: string, at: number, begins: boolean, accept?: Answer, decline?: Answer }} Notice
 *
 * What the server has found: the game in a live tournament that its player has not opened, and the unread notices, the newest first.
 * @typedef {{ live: { match: string, name: string } | null, notices: Notice[] }} Found
 *
 * What the bar says; the `key` is that of no other.
 * @typedef {{ text: string, path: string, begins: boolean, key: string, accept?: Answer, decline?: Answer }} Item
 */

/** What to tell on a page: a match that has begun first, then the newest that came after the page; none of itself.
 * @param {Found} found
 * @param {string} here the path of the page
 * @param {number} since the revision of the page
 * @param {(path: string) => boolean} leadsTo whether the page leads there by itself
 * @param {(key: string) => boolean} isClosed whether the person has closed this
 * @returns {Item | null}
 */
export function pick({ live, notices }, here, since, leadsTo, isClosed = () => false) {
  const items = notices
    .filter(({ at, begins }) => begins || at > since)
    .map(({ title, text, path, at, begins, accept, decline }) => ({
      text: text.startsWith(`${title} `) ? text : `${title}: ${text}`, path, begins, key: `${path} ${at}`, ...(accept && { accept, decline }),
    }));
  if (live) items.unshift({ text: `Your game in ${live.name} begins.`, path: `/matches/${live.match}`, begins: true, key: live.match });
  const other = items.filter(({ path, key }) => here !== path.split("#")[0] && !leadsTo(path) && !isClosed(key));
  return other.find(({ begins }) => begins) ?? other[0] ?? null;
}
