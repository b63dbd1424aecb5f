// What the scripts of the pages find in a browser beside the standard library: htmx, and the events of our pages.

/** What htmx tells of a request; `where` and `plays` are ours. */
interface HtmxContext {
  where?: () => string | null | undefined;
  plays?: boolean | "surely";
  sourceElement: Element;
  request: { action: string; body?: FormData; headers: Record<string, string> };
}

declare const htmx: {
  ajax(verb: string, address: string, options: object): Promise<void>;
};

interface DocumentEventMap {
  "htmx:config:request": CustomEvent<{ ctx: HtmxContext }>;
  "htmx:before:request": CustomEvent<{ ctx: HtmxContext }>;
  "htmx:before:response": CustomEvent<{ ctx: HtmxContext & { response: { status: number } } }>;
  "htmx:after:request": CustomEvent<{ ctx: HtmxContext }>;
  "htmx:before:swap": CustomEvent<{ ctx: HtmxContext; tasks: { fragment: DocumentFragment }[] }>;
  "htmx:after:swap": CustomEvent<{ ctx: HtmxContext }>;
  "htmx:finally:request": CustomEvent<{ ctx: HtmxContext }>;
  "htmx:error": CustomEvent<{ ctx?: HtmxContext }>;
  /** An action was chosen on the board of a live match: a seat and an action. */
  chosen: CustomEvent<[number, number]>;
  /** The match has changed. */
  changed: Event;
  /** A live match has played a turn. */
  tick: CustomEvent<import("./static/live.js").Tick>;
}
