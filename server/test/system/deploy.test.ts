import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { assignments, has, pathOf, read, strangers } from '../support/deploy.ts';

const unit = read('deploy/roost.service');
const example = read('deploy/roost.env.example');

describe('the service of systemd', () => {
  test('sets only settings that Roost has', () => {
    const names = Object.keys({ ...assignments(unit), ...assignments(example) });
    expect(names.length).toBeGreaterThan(7);
    expect(strangers(names)).toEqual([]);
  });

  test('has settings that make sense together', () => {
    const config = readConfig({ ...assignments(example), ...assignments(unit) });
    expect(config).toMatchObject({ isProduction: true, trustProxy: 1, host: '127.0.0.1' });
  });

  test('starts a program that exists', () => {
    const [, program] = /^ExecStart=\/usr\/bin\/env node (\S+)$/m.exec(unit) ?? [];
    expect(existsSync(pathOf(String(program)))).toBe(true);
  });

  test.skipIf(!has('systemd-analyze'))('is valid, and exposes little', () => {
    const check = spawnSync('systemd-analyze', ['verify', pathOf('deploy/roost.service')], {
      encoding: 'utf8',
    });
    // The machine of the tests has no code in /opt.
    const complaints = check.stderr.split('\n').filter((line) => line.includes('roost.service'));
    expect(complaints.filter((line) => !line.includes('/opt/roost'))).toEqual([]);
    const security = spawnSync(
      'systemd-analyze',
      ['security', '--offline=yes', '--threshold=35', pathOf('deploy/roost.service')],
      { encoding: 'utf8' },
    );
    expect(security.status, security.stdout.slice(-200)).toBe(0);
  });
});

describe('the Caddyfile', () => {
  const file = read('deploy/Caddyfile');

  test('leads to the port of Roost', () => {
    const config = readConfig(assignments(example));
    expect(file).toContain(`reverse_proxy {$ROOST:${config.host}:${config.port}} {`);
    expect(file).toContain(`\n{$SITE:${new URL(String(config.publicUrl)).host}} {`);
  });

  test.skipIf(!has('caddy'))('is valid', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'roost-caddy-'));
    onTestFinished(async () => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'Caddyfile'), file);
    const checked = spawnSync(
      'caddy',
      ['validate', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
      { encoding: 'utf8', env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder } },
    );
    expect(checked.status, checked.stderr).toBe(0);
  });
});

test('every file that the pages about deploying name exists', () => {
  const named = ['docs/deploying.md', 'deploy/README.md'].flatMap((page) =>
    [...read(page).matchAll(/\bdeploy\/[\w.-]+(?:\/[\w.-]+)*/g)].map(([name]) => name),
  );
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((name) => !existsSync(pathOf(name)))).toEqual([]);
});
