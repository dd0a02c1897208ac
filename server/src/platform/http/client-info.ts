import type { FastifyRequest } from 'fastify';
import type { Config } from '../../kernel/config.ts';
import { readDevice } from './security/cookie.ts';

/** The facts of a request about the browser that sent it. */
export interface ClientInfo {
  /** The user agent. */
  device: string;
  address: string;
  /** The value of its device cookie. */
  deviceCookie?: string | undefined;
}

export function clientInfoOf(config: Config, request: FastifyRequest): ClientInfo {
  return {
    device: request.headers['user-agent'] ?? '',
    address: request.ip,
    deviceCookie: readDevice(config, request),
  };
}
