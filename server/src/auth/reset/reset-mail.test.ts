import { describe, expect, onTestFinished, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { startAppForFile, startAppForTest, withJobs } from '../../../test/support/app.ts';
import { join, PASSWORD } from '../../../test/support/cast.ts';
import { askForReset, linkIn, mailsAbout, resetMailFor } from '../../../test/support/mailbox.ts';

const app = await startAppForFile(withJobs);

describe('the reset mail', () => {
  const poison: Record<string, string>[] = [
    { 'X-Forwarded-Host': 'evil.example' },
    { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'evil.example', 'X-Host': 'evil.example' },
    { Forwarded: 'host=evil.example;proto=https' },
    { Host: 'evil.example' },
    { 'X-Original-URL': 'https://evil.example/', Referer: 'https://evil.example/' },
  ];
  test.each(['https://roost.example', ''])(
    'the link has the configured origin (%j), whatever the request says',
    async (publicUrl) => {
      const ownApp = await startAppForTest({
        ...withJobs,
        ...(publicUrl && { PUBLIC_URL: publicUrl }),
        TRUST_PROXY: 'on',
      });
      await join(ownApp, 'jan');
      for (const headers of poison) {
        const mail = await resetMailFor(ownApp, 'jan@example.org', headers);
        expect(linkIn(mail).origin).toBe(
          publicUrl || 'http://localhost:0'.replace(':0', `:${ownApp.ctx.config.port}`),
        );
        expect(mail).not.toContain('evil.example');
      }
    },
  );

  const names = [
    '"Eve" <all@example.org>',
    '=?utf-8?q?Bcc=3A?=',
    '<script>alert(1)</script>',
    '<a href="https://evil.example">here',
    'Eve, all@example.org',
    '\u202eeve',
    '&lt;b&gt;',
  ];
  test.each(names)('the name %j adds no header, recipient or tag', async (fullName) => {
    const username = `eve_${names.indexOf(fullName)}`;
    const email = `${username}@example.org`;
    await app
      .client()
      .call(auth.register, { body: { username, email, fullName, password: PASSWORD } });
    const mail = await resetMailFor(app, email);
    const [head = '', ...rest] = mail.split('\r\n\r\n');
    const headers = head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
    expect(headers.toSorted()).toEqual([
      'content-language',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ]);
    const to = /^To: (.*)$/m.exec(head.replace(/\r\n[ \t]+/g, ' '))?.[1] ?? '';
    expect(to.endsWith(`<${email}>`) || to === email).toBe(true);
    expect(to.replace(/"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(/,|@.*@/);
    const html = rest
      .join('\r\n\r\n')
      .split('text/html')[1]!
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      );
    expect(html).not.toMatch(/<script|<a href="https:\/\/evil/);
  });
});

test('the mail names the site', async () => {
  await join(app, 'named');
  await app.ctx.db.updateTable('site_settings').set({ name: 'Nest' }).execute();
  app.ctx.site.forget();
  onTestFinished(async () => {
    await app.ctx.db.updateTable('site_settings').set({ name: null }).execute();
    app.ctx.site.forget();
  });
  await askForReset(app, 'named@example.org');
  const [mail = ''] = await mailsAbout(app.dataFolder, 'Choose a new password for Nest');
  expect(mail).toContain('From: Nest <roost@localhost>\r\n');
  expect(mail).toContain('your Nest account');
});
