import js from "@eslint/js";
import globals from "globals";

const rules = {
  eqeqeq: "error",
  "no-implicit-globals": "error",
  "no-shadow": "error",
  "no-unused-vars": ["error", { caughtErrors: "none" }],
  "no-var": "error",
  "prefer-const": "error",
};

export default [
  { ignores: ["**/vendor/**", "docs/assets/**", ".venv/**", "build/**", "site/**"] },
  js.configs.recommended,
  { files: ["src/**/*.js"], languageOptions: { globals: { ...globals.browser, htmx: "readonly" } }, rules },
  { files: ["tests/javascript/**", "*.js"], languageOptions: { globals: globals.node }, rules },
  // run by an interpreter of its own, not as modules
  { files: ["src/ludarium/{games,players,search}/**/*.js"], languageOptions: { sourceType: "script" }, rules: { "no-unused-expressions": "off" } },
  { files: ["examples/bots/*.js", "src/ludarium/{games/*,search}/example.js"], languageOptions: { sourceType: "script", globals: { api: "readonly" } }, rules: { "no-implicit-globals": "off" } },
];
