import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../../kernel/config.ts';
import { isLoopback } from '../../../lib/loopback.ts';

/**
 * Whether a state-changing call or a socket handshake comes from a page of this site (`docs/product/wire.md`). Browsers
 * always send an origin with these. A native client sends none, but it also sends no cookie by itself.
 */
export function isOwnOrigin(config: Config, headers: IncomingHttpHeaders): boolean {
  const { origin } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] !== 'cross-site';
  return ownOrigins(config, headers).includes(origin) || config.corsOrigins.includes(origin);
}

function ownOrigins({ publicUrl, isProduction }: Config, headers: IncomingHttpHeaders): string[] {
  if (!publicUrl) return sameHost(headers);
  const own = new URL(publicUrl).origin;
  return isProduction ? [own] : [own, ...loopbackOrigins(headers)];
}

/** The host that received the request. A page cannot change this header of its browser. */
function sameHost({ host }: IncomingHttpHeaders): string[] {
  return host ? [`http://${host}`, `https://${host}`] : [];
}

/** In development every page on this machine counts as own, on any port. */
function loopbackOrigins({ host, origin = '' }: IncomingHttpHeaders): string[] {
  const areBoth = [`http://${host}`, origin].every(
    (each) => URL.canParse(each) && isLoopback(new URL(each).hostname),
  );
  return areBoth && new URL(origin).origin === origin ? [origin] : [];
}
