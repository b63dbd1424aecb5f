// The editor of scripts: CodeMirror in front of a text field, which the form sends; it completes what `api` has.
// It stands in a shadow root, because style sheets that a script makes are allowed there by the site's policy.

import {
  autocompletion, bracketMatching, closeBrackets, closeBracketsKeymap, completionKeymap, defaultKeymap, drawSelection, EditorState,
  EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSelectionMatches, HighlightStyle, history, historyKeymap,
  indentOnInput, indentUnit, javascript, javascriptLanguage, keymap, lineNumbers, lintGutter, scopeCompletionSource, searchKeymap,
  setDiagnostics, snippetCompletion, syntaxHighlighting, tags,
} from "./vendor/codemirror-6/codemirror.min.js";

/** The lines that describe the members of an object, by the member as it is written.
 * @typedef {Record<string, string>} Members
 */

/** Objects of the language that scripts have, too. */
const BUILT_IN = { Math, JSON, Object, Array, Number, String, Map, Set, console: { log: console.log } };
const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.self, tags.bool, tags.null], color: "var(--accent)", fontWeight: "600" },
  { tag: [tags.string, tags.regexp, tags.number], color: "var(--text-value)" },
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], fontWeight: "600" },
  { tag: tags.invalid, color: "var(--danger)" },
]);
const THEME = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--sheet)", borderRadius: "inherit" },
  "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "1px" },
  ".cm-scroller": { font: 'inherit', lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--quiet)", borderRight: "1px solid var(--line)", borderRadius: "inherit" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 8%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 28%, transparent)",
  },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "color-mix(in srgb, var(--accent) 22%, transparent)" },
  ".cm-selectionMatch": { backgroundColor: "color-mix(in srgb, var(--accent) 14%, transparent)" },
  ".cm-tooltip, .cm-panels": { color: "var(--ink)", backgroundColor: "var(--sheet)", border: "1px solid var(--edge)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { font: "inherit", maxWidth: "min(30rem, 90vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { color: "var(--on-accent)", backgroundColor: "var(--accent)" },
  "@media (max-width: 40rem)": { ".cm-tooltip.cm-completionInfo": { display: "none" } }, // it would cover the list
  ".cm-completionDetail": { color: "var(--quiet)", fontStyle: "normal" },
  "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-lint-marker-error": { content: "normal", borderRadius: "50%", backgroundColor: "var(--danger)", transform: "scale(0.7)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--danger)" }, // the usual pictures are data: addresses
  ".cm-diagnostic-error": { borderLeftColor: "var(--danger)" },
  ".cm-panel.cm-search": { font: "inherit" },
  ".cm-panel.cm-search :is(input, button)": { font: "inherit", color: "inherit", background: "var(--paper)", border: "1px solid var(--edge)" },
});

/** What completion offers for the members of an object.
 * @param {Members} members
 */
function offers(members) {
  return Object.entries(members).map(([written, info]) => {
    const [label, parameters] = written.replace(")", "").split("(");
    if (parameters === undefined) return { label, info, type: "property" };
    return snippetCompletion(parameters ? `${label}(\${${parameters}})` : `${label}()`, { label, info, detail: parameters && `(${parameters})`, type: "method" });
  });
}

/** Complete `api.` by what it has, and every other value that may be a position by what positions have.
 * @param {Record<string, Members>} members
 * @returns {import("@codemirror/autocomplete").CompletionSource}
 */
export function completeApi(members) {
  const [api, position] = [offers(members.api), offers(members.position ?? {})];
  return (context) => {
    const written = context.matchBefore(/[\w$\])]\s*\.\s*\w*/);
    if (!written) return null;
    const before = context.state.sliceDoc(context.state.doc.lineAt(context.pos).from, written.from + 1);
    const owner = /([\w$]+|[\])])$/.exec(before)?.[1] ?? "";
    const from = context.pos - (/\w*$/.exec(written.text)?.[0].length ?? 0);
    if (owner === "api") return { from, options: api, validFor: /^\w*$/ };
    return owner === "this" || owner in BUILT_IN || /^\d/.test(owner) ? null : { from, options: position, validFor: /^\w*$/ };
  };
}

/** Complete the word with which every question to the game begins.
 * @type {import("@codemirror/autocomplete").CompletionSource}
 */
const completeApiItself = (context) => {
  const word = context.matchBefore(/(?<![\w$.])[a-z]\w*/);
  const options = [{ label: "api", type: "variable", info: "the match: your turn is made by it" }];
  return word && { from: word.from, options, validFor: /^\w*$/ };
};

/** Mark the line at which the script has failed in its last match.
 * @param {EditorView} view
 * @param {number} number
 * @param {string} message
 */
export function markLine(view, number, message) {
  if (number < 1 || number > view.state.doc.lines) return;
  const { from, to } = view.state.doc.line(number);
  view.dispatch(setDiagnostics(view.state, [{ from, to, severity: "error", message }]));
}

/** Write a text where the cursor is, which then stands behind it.
 * @param {EditorView} view
 * @param {string} text
 */
export function insert(view, text) {
  view.dispatch(view.state.replaceSelection(text));
  view.focus();
}

/** Write a text in the place of all that stands there; it can be undone.
 * @param {EditorView} view
 * @param {string} text
 */
export function replaceText(view, text) {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
  view.focus();
}

/** Put an editor in the place of a text field, whose value follows it as if it were typed there.
 * @param {HTMLTextAreaElement} field
 */
export function replaceField(field) {
  const place = document.createElement("div");
  place.className = "code-editor";
  place.style.height = `${field.offsetHeight}px`; // so that nothing below moves
  field.before(place);
  const root = place.attachShadow({ mode: "open" });
  const label = field.labels[0];
  const send = () => {
    field.form?.requestSubmit(/** @type {HTMLElement} */ (field.form.querySelector('[name="do"][value="try"]')));
    return true;
  };
  const view = new EditorView({
    parent: root,
    root,
    doc: field.value,
    extensions: [
      lineNumbers(), EditorView.lineWrapping, highlightActiveLineGutter(), highlightActiveLine(), history(), drawSelection(), indentOnInput(), bracketMatching(),
      closeBrackets(), highlightSelectionMatches(), lintGutter(), THEME, syntaxHighlighting(COLOURS), javascript(), indentUnit.of("  "),
      EditorState.tabSize.of(2), autocompletion(), javascriptLanguage.data.of({ autocomplete: scopeCompletionSource(BUILT_IN) }),
      javascriptLanguage.data.of({ autocomplete: completeApi(JSON.parse(field.dataset.members ?? '{"api":{}}')) }),
      javascriptLanguage.data.of({ autocomplete: completeApiItself }),
      keymap.of([{ key: "Mod-Enter", run: send }, ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap]),
      EditorView.contentAttributes.of({ "aria-label": label?.textContent ?? "", spellcheck: "false", autocapitalize: "none", tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        field.value = update.state.doc.toString();
        field.dispatchEvent(new Event("input"));
      }),
    ],
  });
  field.hidden = true;
  label?.addEventListener("click", () => view.focus());
  return view;
}
