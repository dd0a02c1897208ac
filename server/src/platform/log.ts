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
      req: (request: LoggedRequest) => ({
        method: request.method,
        url: withoutNames(request),
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
  const { name } = error;
  const [message, stack] = [error.message, error.stack ?? ''].map(withoutAddresses);
  const code = (error as { code?: unknown }).code;
  return {
    name,
    code,
    message,
    stack,
    ...(error.cause !== undefined && { cause: plainError(error.cause) }),
  };
}

interface LoggedRequest {
  method: string;
  url: string;
  ip: string;
  routeOptions?: { url?: string | undefined };
}

/** An id, or the name of a stored file. */
const harmless = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|(\d+|video|poster)\.\w{3,4})$/;

/**
 * Returns the path of the route with the ids of this request. All else may be a secret, a name or a text: the query, and the other
 * parts of the path.
 */
function withoutNames({ url, routeOptions }: LoggedRequest): string {
  const [path = ''] = url.split(/[?#]/, 1);
  if (/^\/assets\/[\w.-]{1,80}$/.test(path)) return path;
  const parts = path.split('/');
  return (routeOptions?.url ?? '/*')
    .split('/')
    .map((name, nth) => {
      if (!name.startsWith(':')) return name;
      return harmless.test(parts[nth] ?? '') ? parts[nth] : '…';
    })
    .join('/');
}

/** Replaces email addresses. The errors of mail servers name them. A match begins only where a word begins, so the cost is linear. */
export function withoutAddresses(text: string): string {
  return text.replace(/(?<![^\s@<>"'(),;:])[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+/g, '…@…');
}
