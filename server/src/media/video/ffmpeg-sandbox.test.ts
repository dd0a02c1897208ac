import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { Ffmpeg } from './ffmpeg.ts';
import { sandboxCommand, findProgram, sandboxProblem } from './ffmpeg-sandbox.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'roost-sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a shell script in the sandbox. Returns its output and the content of the output file. */
function runInside(script: string) {
  const folder = emptyFolder();
  const files = { input: join(folder, 'in'), output: join(folder, 'out') };
  writeFileSync(files.input, 'the input');
  writeFileSync(files.output, '');
  const [command = '', ...rest] = sandboxCommand(findProgram('bash') ?? '', files);
  const { status, stdout, stderr } = spawnSync(command, [...rest, '-c', script], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], SECRET: 'of the server' },
  });
  return { status, stdout, stderr, folder, written: readFileSync(files.output, 'utf8'), ...files };
}

const problem = sandboxProblem();
describe.skipIf(problem !== null)(`inside the sandbox (skipped where ${problem})`, () => {
  test('the program can read one file and write one', () => {
    const { status, written } = runInside('cat /input > /output');
    expect([status, written]).toEqual([0, 'the input']);
  });

  test('the program can see or write no other file', () => {
    const secret = join(emptyFolder(), 'secret');
    writeFileSync(secret, 'x');
    chmodSync(secret, 0o666);
    for (const path of [secret, '/etc/passwd', '/proc/1/environ', '/var', '/root', '/home', '/tmp'])
      expect(runInside(`ls ${path}`).status, path).not.toBe(0);
    for (const path of ['/input', '/usr/bin/x', '/x', '/dev/x', '/etc/x'])
      expect(runInside(`echo x > ${path}`).status, path).not.toBe(0);
    const seen = runInside('cd /; echo * /etc/*').stdout.trim().split(/\s+/);
    const allowed =
      /^(bin|sbin|lib\w*|usr|etc|dev|nix|input|output|\/etc\/(alternatives|ld\.so\.cache))$/;
    expect(seen.filter((name) => !allowed.test(name))).toEqual([]);
  });

  test('there is no network, not even to this machine', async () => {
    let calls = 0;
    const server = createServer(() => (calls += 1));
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const script = `echo hello > /dev/tcp/127.0.0.1/${port}`;
    // Outside the sandbox the same script reaches it.
    expect(spawnSync('bash', ['-c', script]).status).toBe(0);
    expect(runInside(script).status).not.toBe(0);
    await expect.poll(() => calls).toBe(1);
  });

  test('the server’s environment, rights and processes are not visible', () => {
    expect(runInside('echo "$SECRET"').stdout).toBe('\n');
    expect(runInside('id -u').stdout).toBe('65534\n');
    expect(runInside('echo $$').stdout.length).toBeLessThan(4);
    expect(runInside('mount -t tmpfs none /dev').status).not.toBe(0);
    expect(runInside(`kill -0 ${process.pid}`).status).not.toBe(0);
  });

  test('memory, files, time and processes are limited', () => {
    const limits = runInside('ulimit -v; ulimit -f; ulimit -t; ulimit -c; ulimit -u')
      .stdout.trim()
      .split('\n');
    expect(limits).toEqual([String(3 * 1_048_576), String(2 * 1_048_576), '3600', '0', '4096']);
  });

  test('the program ends with the process that started it', () => {
    const { status } = runInside('sleep 60 & exit 7');
    expect(status).toBe(7);
  });
});

describe('without a sandbox', () => {
  /** Simulates a machine with ffmpeg and without bubblewrap. */
  function withoutBubblewrap(): void {
    const before = process.env['PATH'];
    const bin = join(emptyFolder(), 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'ffmpeg'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    symlinkSync('/bin/sh', join(bin, 'sh'));
    process.env['PATH'] = bin;
    onTestFinished(() => void (process.env['PATH'] = before));
  }

  const find = (env: Record<string, string>) => {
    const lines: string[] = [];
    const found = Ffmpeg.find(readConfig(env), (line) => lines.push(line));
    return { isFound: found !== null, lines };
  };

  test('production does not use ffmpeg, and logs this', () => {
    withoutBubblewrap();
    expect(find({ NODE_ENV: 'production' })).toEqual({
      isFound: false,
      lines: [
        'ffmpeg is not used: bubblewrap is not installed, so nothing confines it; FFMPEG_SANDBOX=off uses it anyway',
      ],
    });
  });

  test('production uses ffmpeg with FFMPEG_SANDBOX=off', () => {
    withoutBubblewrap();
    expect(find({ NODE_ENV: 'production', FFMPEG_SANDBOX: 'off' })).toEqual({
      isFound: true,
      lines: [],
    });
  });

  test('development uses ffmpeg with a warning', () => {
    withoutBubblewrap();
    expect(find({})).toEqual({
      isFound: true,
      lines: [
        'ffmpeg runs without a sandbox: bubblewrap is not installed; production would not use it',
      ],
    });
  });
});
