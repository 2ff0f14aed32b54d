// A provider for tests, on this machine: it gives the answers of a script in order, in the wire format
// of whoever asks, and keeps everything it was sent. What a test needs of it is named here; each of the
// files knows one thing:
//   server        listens, records, and plays the script
//   responses     what an answer is on the wire
//   answers       what a script holds: replies, the way they are streamed, bodies, silences
//   faults        what servers say when they refuse or fail, as each of them says it
//   error_bodies  the shapes these words come in
//   servers       the kinds of servers: their paths, their errors, where their reasoning stands
//   families      the three wire formats
//   lists         models, and what else a server tells of itself
//   pieces        cutting, and the gates between pieces
//   cors          what pages are allowed

export {
  cut,
  endless,
  failure,
  held,
  lost,
  raw,
  reply,
  silence,
  stalled,
  streamed,
  torn,
  unread,
  withStatus,
} from "./provider/answers.mjs";
export { corsFor, corsOnSuccess, corsRefusing } from "./provider/cors.mjs";
export * as faults from "./provider/faults.mjs";
export { gate, splitIn } from "./provider/pieces.mjs";
export { freePort, startProvider } from "./provider/server.mjs";
