import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Whether the server itself asks, for a page that it is about to render: such a call came over no connection. */
export const isOwnCall = ({ raw }: FastifyRequest): boolean => !(raw.socket instanceof Socket);
