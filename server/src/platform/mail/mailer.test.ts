import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { readConfig } from '../../config/config.ts';
import { Metrics } from '../metrics/metrics.ts';
import { countMails, KEPT_MAILS, makeMailer, warnOfMail, withTls } from './mailer.ts';

const mail = {
  locale: 'en',
  to: { name: 'Ann', address: 'ann@example.org' },
  subject: 'x',
  text: 'x',
  html: 'x',
};
const log = pino({ level: 'silent' });
const siteName = async () => 'Nest';

test('the folder keeps only the newest mails', async () => {
  const dataFolder = await temporaryFolder();
  const folder = join(dataFolder, 'mail');
  await mkdir(folder);
  const name = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}.eml`;
  for (let n = 0; n < KEPT_MAILS + 3; n += 1) await writeFile(join(folder, name(n)), '');
  await makeMailer(readConfig({ ROOST_DATA: dataFolder }), log, siteName).send(mail);
  const left = (await readdir(folder)).toSorted();
  expect(left).toHaveLength(KEPT_MAILS);
  expect(left[0]).toBe(name(4));
});

test.each([
  ['a@nest.example', 'From: Nest <a@nest.example>'],
  ['Birds <a@nest.example>', 'From: Birds <a@nest.example>'],
])('with MAIL_FROM %s, the sender is %s', async (from, header) => {
  const dataFolder = await temporaryFolder();
  const config = readConfig({ ROOST_DATA: dataFolder, MAIL_FROM: from });
  await makeMailer(config, log, siteName).send(mail);
  const [name = ''] = await readdir(join(dataFolder, 'mail'));
  expect(await readFile(join(dataFolder, 'mail', name), 'utf8')).toContain(`${header}\r\n`);
});

test('a mail brings its drawing along, names no colours, and keeps its plain text', async () => {
  const dataFolder = await temporaryFolder();
  await makeMailer(readConfig({ ROOST_DATA: dataFolder }), log, siteName).send({
    ...mail,
    text: 'The plain words',
    html: '<p>The words</p>',
  });
  const [name = ''] = await readdir(join(dataFolder, 'mail'));
  const sent = (await readFile(join(dataFolder, 'mail', name), 'utf8'))
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=');
  expect(sent).toContain('The plain words');
  expect(sent).toContain('<p>The words</p>');
  const id = /<img src="cid:([^"]+)"/.exec(sent)?.[1];
  expect(sent).toContain(`Content-ID: <${id}>`);
  expect(sent).toContain('Content-Type: image/png');
  expect(sent).toContain('content="light dark"');
  expect(sent).not.toMatch(/[\s"](?:src|srcset)="?https?:|url\(|[^-]color:|background/);
});

test.each([
  ['smtp://mail.example.org', true],
  ['smtp://user:p%40ss@mail.example.org:587', true],
  ['smtp://mail.example.org?requireTLS=false&ignoreTLS=true', true],
  ['smtp://127.0.0.1.example.org', true],
  ['smtp://10.0.0.2', true],
  ['smtps://mail.example.org', false],
  ['smtp://localhost:25', false],
  ['smtp://127.0.0.1:1025', false],
  ['smtp://[::1]:25', false],
  ['smtp://[::ffff:127.0.0.1]:25', false],
  ['smtp://mail.localhost', false],
  ['smtp://127.0.0.1.5', true],
])('%s demands STARTTLS: %j', (url, isDemanded) => {
  const made = new URL(withTls(url));
  expect(made.searchParams.get('requireTLS')).toBe(isDemanded ? 'true' : null);
  expect([made.host, made.username, made.password]).toEqual([
    new URL(url).host,
    new URL(url).username,
    new URL(url).password,
  ]);
});

test('a server without STARTTLS gets no mail if STARTTLS is required', async () => {
  const heard: string[] = [];
  const server = createServer((socket: Socket) => {
    socket.write('220 mail.example.org\r\n');
    socket.on('data', (data) => {
      heard.push(String(data));
      socket.write(String(data).startsWith('EHLO') ? '250 mail.example.org\r\n' : '502 no\r\n');
    });
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  // This address leads to this machine, but it is not a loopback address.
  const mailer = makeMailer(readConfig({ MAIL_URL: `smtp://0.0.0.0:${port}` }), log, siteName);
  await expect(mailer.send(mail)).rejects.toThrow(/STARTTLS/i);
  expect(heard.join('')).not.toContain('MAIL FROM');
});

test('production without a mail server logs a warning', () => {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  warnOfMail(readConfig({}), log);
  warnOfMail(readConfig({ NODE_ENV: 'production', MAIL_URL: 'smtp://localhost' }), log);
  expect(warn).not.toHaveBeenCalled();
  warnOfMail(readConfig({ NODE_ENV: 'production' }), log);
  expect(JSON.stringify(warn.mock.calls)).toContain('MAIL_URL is not set');
});

test('mails count as sent or failed', async () => {
  const { registry, mails } = new Metrics();
  const config = readConfig({ ROOST_DATA: await temporaryFolder() });
  await countMails(makeMailer(config, log, siteName), mails).send(mail);
  const send = async () => {
    throw new Error('The mail server is away.');
  };
  await expect(countMails({ send }, mails).send(mail)).rejects.toThrow('away');
  const text = await registry.getSingleMetricAsString('mails_total');
  expect(text).toContain('mails_total{outcome="sent"} 1\nmails_total{outcome="failed"} 1');
});
