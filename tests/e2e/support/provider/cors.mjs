// What pages are allowed. A policy says which headers a response carries, or null for an origin that is
// turned away. `true` stands for everyone, `false` for nobody.

const everyone = ({ asked }) => ({
  "access-control-allow-origin": "*",
  ...(asked && { "access-control-allow-headers": asked }),
});

const nobody = () => ({});

/** Only successes may be read; a page cannot tell a refused key from a server that is down. */
export const corsOnSuccess = (exchange) => (exchange.status < 400 ? everyone(exchange) : nobody());

/** Everything but one request header. */
export const corsRefusing = (header) => (exchange) => {
  const asked = exchange.asked?.split(",").filter((name) => name.trim() !== header);
  return { ...everyone(exchange), ...(asked && { "access-control-allow-headers": asked.join(",") }) };
};

/** Pages of one origin; others get a bare 403. */
export const corsFor = (origin) => (exchange) =>
  exchange.origin === undefined || exchange.origin === origin
    ? { ...everyone(exchange), "access-control-allow-origin": origin, vary: "Origin" }
    : null;

/** The policy that is meant. */
export const policyOf = (cors) => (cors === true ? everyone : cors === false ? nobody : cors);
