// Server-sent events, as text: what two of the three families stream in.

import { isGate } from "../pieces.mjs";

export const EVENT_STREAM = "text/event-stream";

/** The text of a stream of events, each `{data, event?, field?}`; gates stay what they are. */
export function* eventStream(events, style) {
  let last = "";
  for (const event of events) {
    if (last) yield last;
    last = "";
    if (isGate(event)) {
      yield event;
    } else {
      if (style.comment !== undefined) yield style.comment + style.newline.repeat(2);
      last = written(event, style);
    }
  }
  if (last) yield style.isTerminated ? last : last.trimEnd();
}

function written({ data, event, field = "data" }, { newline, hasSpace, isMultiline }) {
  const line = (name, value) => `${name}:${hasSpace ? " " : ""}${value}${newline}`;
  const text = typeof data === "string" ? data : JSON.stringify(data, null, isMultiline ? 1 : undefined);
  const lines = text.split("\n").map((part) => line(field, part));
  return [...(event ? [line("event", event)] : []), ...lines, newline].join("");
}
