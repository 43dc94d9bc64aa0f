/** What the network, and a server that starts or stops, say: connection errors (class 08), 57P01 to 57P03, no free connection. */
const codes =
  /^(?:08\w{3}|57P0[1-3]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** Errors of the driver that carry no code. */
const messages = /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout)/;

/** Whether a failure means that PostgreSQL can't be asked just now. */
export function isUnreachable(error: Error): boolean {
  return ('code' in error && codes.test(String(error.code))) || messages.test(error.message);
}
