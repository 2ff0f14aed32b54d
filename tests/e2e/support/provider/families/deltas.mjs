// The pieces of a reply that is streamed.

import { isGate, pieces } from "../pieces.mjs";

/** The pieces of the reasoning. */
export const thoughts = ({ reasoning = "" }, style) => (reasoning ? pieces(reasoning, style.thoughts) : []);

/** The pieces of the text, as `{text, isLast}`, as many as come before the end. */
export function* deltas(text, style) {
  const cutText = () => (text ? pieces(text, style.deltas) : []);
  if (style.isEndless) {
    while (true) yield* goingOn(cutText());
  }
  const all = [...cutText()];
  const last = all.findLastIndex((piece) => !isGate(piece));
  let left = style.until ?? Infinity;
  for (const [index, piece] of all.entries()) {
    if (isGate(piece)) {
      yield piece;
    } else if (left-- > 0) {
      yield { text: piece, isLast: index === last && style.until === undefined };
    } else {
      return;
    }
  }
}

function* goingOn(all) {
  for (const piece of all) yield isGate(piece) ? piece : { text: piece, isLast: false };
}
