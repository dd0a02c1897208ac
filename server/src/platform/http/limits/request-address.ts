import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { Config } from '../../../kernel/config.ts';

/** Whether the server trusts the `X-Forwarded-For` entry of the hop at this address. Hop 0 is the direct connection. */
export type TrustsHop = (address: string, hop: number) => boolean;

/** Null if no proxy is trusted. `on` trusts proxies on this machine only, so no sender can choose an address. */
export function trustOf(setting: Config['trustProxy']): TrustsHop | null {
  if (setting === false || setting === 0) return null;
  if (setting === true) return proxyAddress.compile('loopback');
  return typeof setting === 'number'
    ? (_address, hop) => hop < setting
    : proxyAddress.compile(setting);
}

/** The address of a request, as in Fastify's `request.ip`. For requests without a route. */
export function addressOf(trusts: TrustsHop | null, request: IncomingMessage): string {
  if (!trusts) return request.socket.remoteAddress ?? '';
  return proxyAddress(request, trusts);
}
