import type { APIRequestContext } from '@playwright/test';
import { buildRequest, parseAnswer, type CallInput } from '@roost/contract/client';
import type { AnyEndpoint, Answer } from '@roost/contract/endpoint';
import * as relations from '@roost/contract/relations';
import * as users from '@roost/contract/users';

/** A page, or another object with the cookies of a member. */
export interface Actor {
  request: APIRequestContext;
}

/** Files of a request, by field name. */
type Files = Record<string, File | File[]>;

/** Sends a request of the contract without the app. */
export async function send<E extends AnyEndpoint>(
  by: Actor,
  endpoint: E,
  input: CallInput<E>,
  files: Files = {},
) {
  const { body: fields = {}, ...rest } = input as { body?: object };
  const whole = { ...rest, body: { ...fields, ...files } } as CallInput<E>;
  const { method, url, headers, body } = buildRequest(endpoint, whole);
  const payload = body instanceof FormData ? { multipart: body } : { data: body };
  return by.request.fetch(url, { method, headers, ...(body !== undefined && payload) });
}

/** Sends a request and checks the answer against the contract. Throws if the server refuses. */
export async function call<E extends AnyEndpoint>(
  by: Actor,
  endpoint: E,
  input: CallInput<E>,
  files: Files = {},
): Promise<Answer<E>> {
  const response = await send(by, endpoint, input, files);
  if (!response.ok())
    throw new Error(`${endpoint.path}: ${response.status()} ${await response.text()}`);
  return parseAnswer(endpoint, await response.json());
}

export async function userIdOf(by: Actor, username: string): Promise<string> {
  const { data } = await call(by, users.getUser, { params: { username } });
  return data.user._id;
}

export async function follow(by: Actor, username: string): Promise<void> {
  await call(by, relations.follow, { params: { userId: await userIdOf(by, username) } });
}

/** Blocks a person, or removes the block. */
export async function toggleBlock(by: Actor, username: string): Promise<void> {
  await call(by, relations.toggleBlock, { params: { userId: await userIdOf(by, username) } });
}
