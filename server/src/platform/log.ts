import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from '../kernel/config.ts';

/** Logs JSON lines without headers, bodies and addresses that hold secrets. */
export function makeLog(config: Config, destination?: DestinationStream): Logger {
  const options = {
    level: config.logLevel,
    base: null,
    // Libraries log their arguments, cookies included.
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

/** Keeps the safe fields of an error. Database drivers attach the client, with its password. */
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
 * Removes possible secrets from a path: the query, and each part that is long or has unusual characters. A query may contain a
 * search, and a path may contain a reset token.
 */
function withoutSecrets(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  return path
    .slice(0, 300)
    .split('/')
    .map((part) => (/^[\w.@~:-]{0,40}$/.test(part) ? part : '…'))
    .join('/');
}
