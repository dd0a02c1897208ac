import { expect, test } from 'vitest';
import * as posts from '@roost/contract/posts';
import { startAppForFile } from '../../../test/support/app.ts';
import { castOf, type Member } from '../../../test/support/cast.ts';
import { withTotp } from '../../../test/support/factors.ts';
import { fileOf, noise, pathOf, postWith } from '../../../test/support/media.ts';
import { caseOf, report, show } from '../../../test/support/moderation.ts';
import { joinStaff } from '../../../test/support/staff.ts';
import { deleteMediaFiles } from '../sweep-media.ts';

// With https, the rights of a moderator need an authenticator app.
const app = await startAppForFile({ PUBLIC_URL: 'https://roost.example' });
const { alice, bob } = await castOf(app);
const [moe, max] = [await joinStaff(app, 'moe'), await joinStaff(app, 'max')];
for (const member of [moe, max]) await withTotp(app, member);
const picture = await fileOf('a.png', noise(64, 64).png());

const statusOf = async ({ client }: Member, url: string) =>
  (await client.fetch(pathOf(url))).status;

async function removeApp({ id }: Member): Promise<void> {
  await app.ctx.db.deleteFrom('second_factors').where('user_id', '=', id).execute();
}

test('only staff with an authenticator app get media of a report and of hidden people', async () => {
  await bob.follow(alice);
  await alice.follow(bob);
  const kept = await postWith(bob, { content: 'seen', visibility: 'followers' }, [picture]);
  await report(alice, 'post', kept._id);
  const closed = await postWith(alice, { content: 'look', visibility: 'followers' }, [picture]);
  const open = await postWith(alice, { content: 'look here' }, [picture]);
  await report(bob, 'post', closed._id);
  await alice.call(posts.deletePost, { params: { postId: closed._id } });
  await deleteMediaFiles(app.ctx, { ids: [closed.media[0]!._id] });
  const heldFor = async (member: Member, { _id }: { _id: string }) => {
    const { asReported } = await show(member, (await caseOf(member, _id))._id);
    return asReported?.type === 'post' ? asReported.media[0]!.url : '';
  };
  const hidden = open.media[0]!.url;
  const urlsFor = async (member: Member) => [
    hidden,
    await heldFor(member, closed),
    await heldFor(member, kept),
  ];
  const [ofMoe, ofMax] = [await urlsFor(moe), await urlsFor(max)];
  await app.ctx.db
    .insertInto('hidden_users')
    .values({ user_id: alice.id, reason: 'suspended' })
    .execute();
  for (const url of ofMoe) expect(await statusOf(moe, url)).toBe(200);
  await removeApp(max);
  const refused = [];
  for (const url of ofMax) refused.push(await statusOf(max, url));
  expect(refused).toEqual([404, 404, 403]);
});
