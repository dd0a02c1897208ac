import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from '@playwright/test';
import type { CallInput } from '@roost/contract/client';
import * as moderation from '@roost/contract/moderation';
import type { Role } from '@roost/contract/users';
import { call, type Actor } from './api.ts';
import { newApiMember, newName } from './members.ts';

const run = promisify(execFile);
const commands = fileURLToPath(new URL('../../tools/admin/main.ts', import.meta.url));

/** Gives somebody a role, as an operator does beside a running server. The server knows it at once. */
export async function promote(username: string, role: Role = 'moderator'): Promise<void> {
  await run(process.execPath, [commands, 'promote', username, '--role', role], {
    env: { ...process.env, ROOST_DATA: process.env['E2E_DATA'] },
  });
}

/** Creates a moderator who acts by the API. */
export async function newModerator(browser: Browser): Promise<Actor> {
  const name = newName('staff');
  const member = await newApiMember(browser, name);
  await promote(name);
  return member;
}

/** Finds the newest case about something that was reported. */
export async function caseOf(moderator: Actor, subjectId: string): Promise<string> {
  const { data } = await call(moderator, moderation.listCases, { query: { limit: 50 } });
  const found = data.cases.find(({ subject }) => subject._id === subjectId);
  if (!found) throw new Error(`There is no case about ${subjectId}.`);
  return found._id;
}

/** Decides the case about something that was reported. */
export async function decide(
  moderator: Actor,
  subjectId: string,
  body: CallInput<typeof moderation.decideCase>['body'],
): Promise<string> {
  const params = { caseId: await caseOf(moderator, subjectId) };
  return (await call(moderator, moderation.decideCase, { params, body })).data._id;
}

/** Reports something without the app. */
export async function report(by: Actor, subject: moderation.Subject): Promise<void> {
  await call(by, moderation.createReport, { body: { subject, reason: 'harassment' } });
}
