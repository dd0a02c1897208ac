import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from '../kernel/config.ts';

/** Lines of JSON; never a header, body or address that holds a secret. */
export function makeLog(config: Config, destination?: DestinationStream): Logger {
  const options = {
    level: config.logLevel,
    base: null,
    // Libraries log what they were given, cookies with it.
    redact: { paths: ['headers', '*.headers'], remove: true },
    serializers: {
      req: (request: { method: string; url: string; ip: string }) => ({
        method: request.method,
        url: withoutSecrets(request.url),
        address: request.ip,
      }),
      err: plainError,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** What an error says of itself. A driver hangs its whole client on one, the password with it. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack } = error;
  const code = (error as { code?: unknown }).code;
  return {
    name,
    code,
    message,
    stack,
    ...(error.cause !== undefined && { cause: plainError(error.cause) }),
  };
}

/**
 * A request's path without what may be a key. A search stands in the query, so that is left out; a reset token
 * stands in the path, of the API and of the web app, so any part longer than an id, or written in a way that
 * could hide one, is left out too.
 */
function withoutSecrets(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  return path
    .slice(0, 300)
    .split('/')
    .map((part) => (/^[\w.@~:-]{0,40}$/.test(part) ? part : '…'))
    .join('/');
}
