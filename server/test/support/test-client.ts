import { localeCookie } from '@roost/contract/locales';
import { buildRequest, parseAnswer, type CallInput } from '@roost/contract/client';
import type { AnyEndpoint, Answer } from '@roost/contract/endpoint';

/** A failure that the server answered. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly body: {
    status: string;
    message: string;
    code: string;
    errors?: { path: string; message: string }[];
    challenge?: string;
    methods?: string[];
  };
  readonly headers: Headers;

  constructor(status: number, body: unknown, headers: Headers) {
    super(`${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body as Refusal['body'];
    this.headers = headers;
  }
}

/** The state of a browser: the app's address and its cookie. */
export class TestClient {
  readonly address: string;
  cookie: string | undefined;

  constructor(address: string) {
    this.address = address;
  }

  /** Calls an endpoint and compares the answer with the contract. Throws a Refusal. */
  async call<E extends AnyEndpoint>(
    endpoint: E,
    input: CallInput<E>,
    headers: Record<string, string> = {},
  ): Promise<Answer<E>> {
    const request = buildRequest(endpoint, input);
    const response = await this.fetch(request.url, {
      method: request.method,
      headers: { ...request.headers, ...headers },
      ...(request.body !== undefined && { body: request.body }),
    });
    const body: unknown = await response.json();
    if (!response.ok) throw new Refusal(response.status, body, response.headers);
    return parseAnswer(endpoint, body);
  }

  /** Sends a request with this client's cookie. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookie) headers.set('Cookie', this.cookie);
    const response = await fetch(new URL(path, this.address), {
      redirect: 'manual',
      ...init,
      headers,
    });
    // The language cookie has no session.
    const [set] = response.headers
      .getSetCookie()
      .filter((each) => !each.startsWith(`${localeCookie}=`));
    if (set) this.cookie = set.split(';', 1)[0];
    return response;
  }
}

/** Awaits a call that must be refused, and returns the refusal. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome && outcome.error instanceof Refusal) return outcome.error;
  if ('error' in outcome) throw outcome.error;
  throw new Error(`Expected a refusal, but got ${JSON.stringify(outcome.value)}`);
}

/** Awaits a call that must be refused, and returns the status with the code: '404 not_found'. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  const { status, body } = await refusalOf(call);
  return `${status} ${body.code}`;
}
