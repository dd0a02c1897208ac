import * as admin from '@roost/contract/admin';
import { endpoints } from '@roost/contract/endpoints';
import * as moderation from '@roost/contract/moderation';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startAppForFile } from '../support/app.ts';
import { breakAudit, entriesOf } from '../support/audit.ts';
import { castOf, join, type Member } from '../support/cast.ts';
import { fileOf, noise, upload } from '../support/media.ts';
import { caseOf, decide, report } from '../support/moderation.ts';
import { named, nameOf } from '../support/requests.ts';
import { joinStaff } from '../support/staff.ts';
import { refusalOf } from '../support/test-client.ts';

const app = await startAppForFile();
const { bob } = await castOf(app);
const boss = await joinStaff(app, 'boss', 'admin');
const moe = await joinStaff(app, 'moe');
const { db } = app.ctx;

/** A word in every text that the staff writes here. */
const CANARY = 'xyzzy';
const text = `words with ${CANARY}`;

let people = 0;
const somebody = async () => join(app, `person${(people += 1)}`);

async function pending(): Promise<Member> {
  const person = await somebody();
  // Such a person never came in.
  await db.deleteFrom('sessions').where('user_id', '=', person.id).execute();
  await db
    .insertInto('hidden_users')
    .values({ user_id: person.id, reason: 'pending' } as never)
    .execute();
  return person;
}

async function caseAbout(person: Member): Promise<string> {
  await report(bob, 'user', person.id, { comment: text });
  return (await caseOf(moe, person.id))._id;
}

/** The subject of an act: a person, or something else. Its entry names the id. */
interface Done {
  person?: string;
  subject?: string;
}

/** Does what each changing call of the staff does, as somebody of the staff. */
const acts: Record<string, (by: Member) => Promise<Done>> = {
  async 'PATCH /api/admin/people/:userId'(by) {
    const { id } = await somebody();
    await by.call(admin.setRole, { params: { userId: id }, body: { role: 'moderator' } });
    return { person: id };
  },
  async 'POST /api/admin/people/:userId/approve'(by) {
    const { id } = await pending();
    await by.call(admin.approvePerson, { params: { userId: id } });
    return { person: id };
  },
  async 'POST /api/admin/people/:userId/refuse'(by) {
    const { id } = await pending();
    await by.call(admin.refusePerson, { params: { userId: id } });
    return { person: id };
  },
  async 'POST /api/admin/people/:userId/force-reset'(by) {
    const { id } = await somebody();
    await by.call(admin.forceReset, { params: { userId: id } });
    return { person: id };
  },
  async 'POST /api/admin/invites'(by) {
    return { subject: (await by.call(admin.makeInvite, { body: {} })).data._id };
  },
  async 'DELETE /api/admin/invites/:inviteId'(by) {
    const { _id } = (await by.call(admin.makeInvite, { body: {} })).data;
    await by.call(admin.deleteInvite, { params: { inviteId: _id } });
    return { subject: _id };
  },
  async 'PATCH /api/admin/site'(by) {
    const logo = (await upload(by, await fileOf('logo.png', noise(64, 64).png())))._id;
    const texts = { name: text, description: text, contact: text, announcement: text };
    await by.call(admin.updateSite, { body: { ...texts, accent: 40, logo, rules: [{ text }] } });
    return {};
  },
  async 'PUT /api/admin/blocks'(by) {
    const body = { mailDomains: [`${CANARY}.example`], addresses: ['192.0.2.0/24'] };
    await by.call(admin.setSiteBlocks, { body });
    return {};
  },
  async 'PUT /api/admin/trends'(by) {
    await by.call(admin.setHiddenTrends, { body: { hidden: [CANARY] } });
    return {};
  },
  async 'PUT /api/moderation/reports/:caseId/assignee'(by) {
    const caseId = await caseAbout(await somebody());
    await by.call(moderation.assignCase, { params: { caseId } });
    return { subject: caseId };
  },
  async 'DELETE /api/moderation/reports/:caseId/assignee'(by) {
    const caseId = await caseAbout(await somebody());
    await by.call(moderation.assignCase, { params: { caseId } });
    await by.call(moderation.unassignCase, { params: { caseId } });
    return { subject: caseId };
  },
  async 'POST /api/moderation/reports/:caseId/decision'(by) {
    const person = await somebody();
    await decide(by, await caseAbout(person), { action: 'limit', note: text, message: text });
    return { person: person.id };
  },
  async 'POST /api/moderation/decisions'(by) {
    const person = await somebody();
    const caseIds = [await caseAbout(person)];
    await by.call(moderation.decideCases, { body: { caseIds, action: 'ban', note: text } });
    return { person: person.id };
  },
  async 'POST /api/moderation/users/:userId/notes'(by) {
    const { id } = await somebody();
    await by.call(moderation.addNote, { params: { userId: id }, body: { text } });
    return { person: id };
  },
  async 'POST /api/moderation/users/:userId/sessions/end'(by) {
    const { id } = await somebody();
    await by.call(moderation.endSessionsOf, { params: { userId: id } });
    return { person: id };
  },
  async 'POST /api/moderation/users/:userId/restore'(by) {
    const person = await somebody();
    await decide(moe, await caseAbout(person), { action: 'suspend' });
    await by.call(moderation.restoreUser, {
      params: { userId: person.id },
      body: { message: text },
    });
    return { person: person.id };
  },
  async 'POST /api/moderation/appeals/:appealId'(by) {
    const person = await somebody();
    const { _id } = await decide(moe, await caseAbout(person), { action: 'limit' });
    const appeal = await person.call(moderation.createAppeal, { body: { decisionId: _id, text } });
    await by.call(moderation.decideAppeal, {
      params: { appealId: appeal.data._id },
      body: { uphold: false, note: text, message: text },
    });
    return { person: person.id };
  },
};

const changing = endpoints.filter(({ staff, method }) => staff && method !== 'GET');

test('this file has an act for each changing call of the staff', () => {
  expect(Object.keys(acts).toSorted()).toEqual(changing.map(nameOf).toSorted());
});

test.each(named(changing))('%s writes an entry, without a text', async (name, endpoint) => {
  let done: Done = {};
  const entries = await entriesOf(app.ctx, async () => (done = (await acts[name]?.(boss)) ?? {}));
  const last = entries.at(-1);
  expect(last).toMatchObject({ by: 'staff', actorId: boss.id });
  if (done.person) expect(last?.personId).toBe(done.person);
  if (done.subject) expect(last?.subjectId).toBe(done.subject);
  // A change of a state names the state.
  const isState = !/assignee$|restore$|notes$|sessions|force-reset|invites/.test(endpoint.path);
  if (isState) expect(last?.after).not.toBeNull();
  expect(JSON.stringify(entries)).not.toContain(CANARY);
});

/** The tables that acts of the staff change, beside those of jobs. */
const tables = [
  'users',
  'accounts',
  'sessions',
  'hidden_users',
  'limited_users',
  'invites',
  'site_settings',
  'site_rules',
  'site_blocks',
  'hidden_hashtags',
  'moderation_cases',
  'moderation_decisions',
  'moderation_notes',
];

async function contentOf(table: string): Promise<unknown> {
  const { rows } = await sql`select row::text from ${sql.table(table)} as row order by 1`.execute(
    db,
  );
  return rows;
}

const contents = async () => Promise.all(tables.map(contentOf));

test('an act whose entry cannot be written does not happen', async () => {
  const { id: userId } = await somebody();
  const { id: waiting } = await pending();
  const suspended = await somebody();
  const caseId = await caseAbout(await somebody());
  await decide(moe, await caseAbout(suspended), { action: 'suspend' });
  const calls = [
    async () => boss.call(admin.setRole, { params: { userId }, body: { role: 'admin' } }),
    async () => boss.call(admin.approvePerson, { params: { userId: waiting } }),
    async () => boss.call(admin.refusePerson, { params: { userId: waiting } }),
    async () => boss.call(admin.forceReset, { params: { userId } }),
    async () => boss.call(admin.makeInvite, { body: {} }),
    async () => boss.call(admin.updateSite, { body: { accent: 41, rules: [] } }),
    async () => boss.call(admin.setSiteBlocks, { body: { mailDomains: [], addresses: [] } }),
    async () => boss.call(admin.setHiddenTrends, { body: { hidden: ['other'] } }),
    async () => decide(boss, caseId, { action: 'ban' }),
    async () =>
      boss.call(moderation.restoreUser, {
        params: { userId: suspended.id },
        body: { message: '' },
      }),
    async () => boss.call(moderation.endSessionsOf, { params: { userId } }),
    async () => boss.call(moderation.addNote, { params: { userId }, body: { text } }),
  ];
  const before = await contents();
  await breakAudit(app.ctx, true);
  onTestFinished(async () => breakAudit(app.ctx, false));
  for (const call of calls) expect((await refusalOf(call())).status).toBe(500);
  expect(await contents()).toEqual(before);
});
