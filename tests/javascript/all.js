// Runs the tests of all files in one process; `node --test` starts one for each, which costs more than the tests do.

import { readdirSync } from "node:fs";

const here = new URL("./", import.meta.url);
for (const name of readdirSync(here)) if (name.endsWith(".test.js")) await import(new URL(name, here).href);
