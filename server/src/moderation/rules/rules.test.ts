import { expect, test } from 'vitest';
import { listNotifications } from '@roost/contract/notifications';
import { createReport } from '@roost/contract/moderation';
import { startAppForFile, withJobs } from '../../../test/support/app.ts';
import { castOf } from '../../../test/support/cast.ts';
import { waitForMails } from '../../../test/support/mailbox.ts';
import { caseOf, decide, report, show } from '../../../test/support/moderation.ts';
import { NOBODY } from '../../../test/support/requests.ts';
import { joinStaff } from '../../../test/support/staff.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile(withJobs);
const { alice: author, bob: reporter } = await castOf(app);
const moe = await joinStaff(app, 'moe');

const rule = { id: NOBODY.replace(/.$/, '0'), since_version: 1, position: 0, text: 'Be kind.' };
await app.ctx.db.insertInto('site_rules').values(rule).execute();
app.ctx.site.forget();

test('an unknown rule is refused', async () => {
  const { _id } = await author.post('a post');
  const body = { subject: { type: 'post', _id }, reason: 'hate', ruleId: NOBODY } as const;
  const refusal = await refusalOf(reporter.call(createReport, { body }));
  expect(refusal).toMatchObject({
    status: 400,
    body: { code: 'bad_input', errors: [{ path: 'ruleId' }] },
  });
  await report(reporter, 'post', _id);
  const { _id: caseId } = await caseOf(moe, _id);
  const decision = decide(moe, caseId, { action: 'warn', ruleId: NOBODY });
  expect(await refusalOf(decision)).toMatchObject({ status: 400, body: { code: 'bad_input' } });
});

test('a decision keeps the text of its rule when the site changes the rule', async () => {
  const { _id } = await author.post('another post');
  const body = { subject: { type: 'post', _id }, reason: 'hate', ruleId: rule.id } as const;
  await reporter.call(createReport, { body });
  const { _id: caseId } = await caseOf(moe, _id);
  await decide(moe, caseId, { action: 'warn', ruleId: rule.id });
  const [mail] = await waitForMails(app.dataFolder, 1);
  expect(mail!).toContain('The rule of this site: Be kind.');
  await app.ctx.db.updateTable('site_rules').set({ text: 'Be very kind.' }).execute();
  app.ctx.site.forget();
  const kept = { _id: rule.id, text: 'Be kind.' };
  const query = { grouped: '1', type: 'moderation' };
  const { data } = await author.call(listNotifications, { query });
  expect(data.groups![0]!.decision!.rule).toEqual(kept);
  const { decisions, reports } = await show(moe, caseId);
  expect(decisions[0]).toMatchObject({ ruleId: rule.id, rule: kept });
  expect(reports[0]!.ruleId).toBe(rule.id);
});
