import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';

/** Connections to a collector. They don't keep a program running: one that never ends its answers must not hold up a stop. */
export function collectorAgent(address: string): Agent {
  const options = { keepAlive: true };
  const agent = new URL(address).protocol === 'https:' ? new SecureAgent(options) : new Agent(options);
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (...parameters) => {
    const connection = connect(...parameters);
    if (connection && 'unref' in connection && typeof connection.unref === 'function') connection.unref();
    return connection;
  };
  // The inherited method would hold a connection for its next request.
  agent.reuseSocket = (_connection, request) => void Object.assign(request, { reusedSocket: true });
  return agent;
}
