import type { AnyEndpoint, Answer, Received } from '@roost/contract/endpoint';
import { AppError } from '@roost/contract/errors';
import { vi, type Mock } from 'vitest';

type Handle<E extends AnyEndpoint> = (input: Received<E>) => Answer<E> | Promise<Answer<E>>;

interface Answered {
  endpoint: AnyEndpoint;
  handle: (input: never) => unknown;
}

/**
 * A server that answers by endpoint of the contract. It checks each request and each answer by the contract's schemas. A
 * request without an answer makes the test fail.
 */
class FakeServer {
  /** The latest answer of an endpoint comes first. */
  #answered: Answered[] = [];
  /** Requests that no test prepared, or that break the contract. */
  unexpected: string[] = [];

  /** Answers an endpoint from now on. `handle` may throw an `AppError`. Returns it as a mock that records the requests. */
  answer<E extends AnyEndpoint>(endpoint: E, handle: Handle<E>): Mock<Handle<E>> {
    const mock = vi.fn(handle);
    this.#answered.unshift({ endpoint, handle: mock });
    return mock;
  }

  reset(): void {
    this.#answered = [];
    this.unexpected = [];
  }

  /** Stands in for the browser's `fetch`. */
  readonly fetch = async (url: string, request: RequestInit = {}): Promise<Response> => {
    const { method = 'GET', body, signal } = request;
    const { status, answer } = await this.#respond(method, new URL(url, location.origin), body);
    signal?.throwIfAborted();
    return new Response(JSON.stringify(answer), { status });
  };

  async #respond(
    method: string,
    url: URL,
    body: unknown,
  ): Promise<{ status: number; answer: unknown }> {
    const found = this.#answered.find(
      ({ endpoint }) => endpoint.method === method && paramsOf(endpoint, url.pathname),
    );
    if (!found) return this.#refuse(`${method} ${url.pathname} has no answer`);
    const { endpoint, handle } = found;
    const received = {
      params: endpoint.params?.safeParse(paramsOf(endpoint, url.pathname)),
      query: endpoint.query?.safeParse(Object.fromEntries(url.searchParams)),
      body: endpoint.body?.safeParse(bodyOf(body)),
    };
    for (const part of Object.values(received))
      if (part?.error) return this.#refuse(`${method} ${url.pathname}: ${part.error.message}`);
    const { params, query, body: sent } = received;
    try {
      const input = { params: params?.data, query: query?.data, body: sent?.data };
      const answer = endpoint.response.safeParse(await handle(input as never));
      if (answer.error)
        return this.#refuse(`answer of ${method} ${url.pathname}: ${answer.error.message}`);
      return { status: endpoint.status ?? 200, answer: answer.data };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { status, message, code, fields, details } = error;
      const answer = {
        status: 'fail',
        message,
        code,
        ...(fields && { errors: fields }),
        ...details,
      };
      return { status, answer };
    }
  }

  #refuse(reason: string) {
    this.unexpected.push(reason);
    return { status: 500, answer: { status: 'error', message: reason, code: 'internal' } };
  }
}

export const server = new FakeServer();

/** The usual answer of a success. */
export function success<Data>(data: Data, message = 'Done.') {
  return { status: 'success', message, data } as const;
}

/** A success with only a text. */
export const done = (message = 'Done.') => ({ status: 'success', message }) as const;

/** The parameters in a path, or undefined if the path does not fit the endpoint. */
function paramsOf({ path }: AnyEndpoint, pathname: string): Record<string, string> | undefined {
  const pattern = path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
  const match = new RegExp(`^${pattern}$`).exec(pathname);
  if (!match) return undefined;
  return Object.fromEntries(
    Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
}

function bodyOf(body: unknown): unknown {
  return body instanceof FormData ? fieldsOf(body) : JSON.parse(String(body));
}

/** A field that occurs several times has a list of values. */
function fieldsOf(form: FormData): Record<string, unknown> {
  const names = new Set(form.keys());
  return Object.fromEntries(
    [...names].map((name) => {
      const values = form.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}
