import { changeUsername } from '@roost/contract/usernames';
import * as users from '@roost/contract/users';
import { expect, test } from 'vitest';
import { startAppForTest, withJobs } from '../../../test/support/app.ts';
import { join, type Member } from '../../../test/support/cast.ts';
import { sendHtml, startOtherSite } from '../../../test/support/other-site.ts';
import { linksBack } from './links-back.ts';

const origin = 'https://our.example';

async function setLinks(member: Member, links: string[]): Promise<void> {
  await member.call(users.updateUser, { body: { links: JSON.stringify(links) } });
}

const linksOf = async (viewer: Member, username: string) =>
  users.profile.parse((await viewer.call(users.getUser, { params: { username } })).data.user).links;

test('a link is verified once its page links back to the profile', async () => {
  const app = await startAppForTest({
    ...withJobs,
    PUBLIC_URL: origin,
    FETCH_PAGES: 'local',
  });
  const [alice, bob] = [await join(app, 'alice'), await join(app, 'bob')];
  const asked: string[] = [];
  const site = await startOtherSite((request, response) => {
    asked.push(request.headers.cookie ?? '', request.url ?? '');
    if (request.url === '/moved') response.writeHead(302, { Location: '/mine' }).end();
    else if (request.url === '/away')
      response
        .writeHead(302, { Location: `http://localhost:${request.socket.localPort}/mine` })
        .end();
    else if (request.url === '/mine')
      sendHtml(response, `<p><a rel="nofollow ME" href="${origin}/home/profile/Alice/">me</a>`);
    else sendHtml(response, `<a rel="me" href="${origin}/home/profile/bob">somebody else</a>`);
  });
  await setLinks(alice, [`${site}/mine`, `${site}/moved`, `${site}/away`, `${site}/other`]);
  await expect
    .poll(() => linksOf(bob, 'alice'), { timeout: 10_000 })
    .toEqual([
      { url: `${site}/mine`, verified: true },
      { url: `${site}/moved`, verified: true },
      // Another host answered, as behind an open redirect.
      { url: `${site}/away`, verified: false },
      { url: `${site}/other`, verified: false },
    ]);
  const pages = ['/away', '/mine', '/mine', '/mine', '/moved', '/other'];
  expect(asked.filter((each) => each !== '').toSorted()).toEqual(pages);
  // A changed list is read again.
  await setLinks(alice, [`${site}/other`, `${site}/mine`]);
  await expect
    .poll(() => linksOf(bob, 'alice'), { timeout: 10_000 })
    .toEqual([
      { url: `${site}/other`, verified: false },
      { url: `${site}/mine`, verified: true },
    ]);
  // The page still links to the old address of the profile.
  await alice.call(changeUsername, { body: { username: 'alicia' } });
  await expect
    .poll(() => linksOf(bob, 'alicia'), { timeout: 10_000 })
    .toEqual([
      { url: `${site}/other`, verified: false },
      { url: `${site}/mine`, verified: false },
    ]);
});

test.each([
  ['an anchor', '<a href="https://our.example/home/profile/alice" rel="me">', true],
  ['a link in the head', '<link rel=me href=https://our.example/home/profile/ALICE?x#y>', true],
  ['another relation', '<a href="https://our.example/home/profile/alice" rel="friend">', false],
  ['a comment', '<!-- <a href="https://our.example/home/profile/alice" rel="me"> -->', false],
  ['a script', '<script>"<a href=https://our.example/home/profile/alice rel=me>"</script>', false],
  ['another site', '<a href="https://our.example.net/home/profile/alice" rel="me">', false],
  ['another person', '<a href="https://our.example/home/profile/alice2" rel="me">', false],
  ['a broken address', '<a href="https://" rel="me">', false],
])('%s links back: %s', (_, page, expected) => {
  const target = `${origin}/home/profile/alice`;
  expect(linksBack({ url: 'https://other.example/', html: page }, target)).toBe(expected);
});
