import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { startAppForFile, startTestApp, withJobs } from '../support/app.ts';
import { join, type Member } from '../support/cast.ts';
import { Collector, factsOf } from '../support/collector.ts';
import { pathOf } from '../support/deploy.ts';
import { buy } from '../support/premium.ts';
import { connectHearing } from '../support/wire.ts';

const STRANGERS_TRACE = 'a'.repeat(32);
const STRANGERS_SPAN = 'b'.repeat(16);
const SECRET = 'a sentence that nobody else may read';

describe('with a collector', async () => {
  const collector = await Collector.start();
  const app = await startAppForFile({
    ...withJobs,
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.address}/`,
    OTEL_SERVICE_NAME: 'nest',
  });

  /** Does something of each kind. The test that does it first closes its socket. */
  const makeTraffic = async (): Promise<Member[]> => {
    const [alice, bob] = [await join(app, 'alicetraced'), await join(app, 'bobtraced')];
    const { socket, heard } = await connectHearing(alice.client);
    await alice.post(SECRET);
    await bob.follow(alice);
    await socket.emitWithAck('ping', alice.id);
    await socket.emitWithAck(`${SECRET} as a name`);
    const traceparent = `00-${STRANGERS_TRACE}-${STRANGERS_SPAN}-01`;
    for (const path of [`/${alice.username}`, '/api/site'])
      await fetch(`${app.address}${path}?q=${encodeURIComponent(SECRET)}`, {
        headers: { traceparent },
      });
    await fetch(`${app.address}/ready`);
    await buy(alice);
    const names = () => heard.map(({ name }) => name);
    await vi.waitFor(() =>
      expect(names()).toEqual(expect.arrayContaining(['newNotification', 'premiumChanged'])),
    );
    return [alice, bob];
  };
  let traffic: Promise<Member[]> | undefined;

  /** Waits for a span that has this name and these facts, and for the spans above it. */
  const spanOf = async (name: string, facts: Record<string, unknown> = {}) => {
    await (traffic ??= makeTraffic());
    return vi.waitFor(
      () => {
        const found = collector.spans.find(
          (span) =>
            span.name === name &&
            Object.entries(facts).every(([key, value]) => factsOf(span)[key] === value),
        );
        if (!found || collector.pathTo(found)[0]?.parentSpanId)
          throw new Error(`there is no whole path to a span ${name}`);
        return found;
      },
      { timeout: 15_000, interval: 100 },
    );
  };

  test('one trace leads from a request over its job to the socket', async () => {
    const sent = await spanOf('send to sockets', { 'roost.events': 'premiumChanged' });
    const path = collector.pathTo(sent);
    expect(path.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^POST \//),
      'job handlePaymentEvent',
      'send to sockets',
    ]);
    expect(new Set(path.map(({ traceId }) => traceId)).size).toBe(1);
    const [request, job] = path;
    for (const span of [request, job])
      expect(span && collector.below(span).map(({ name }) => name)).toEqual(
        expect.arrayContaining(['begin', 'select', 'commit']),
      );
    expect(request && factsOf(request)['http.response.status_code']).toBe(200);
  });

  test('the delivery of an event log belongs to the request that appended', async () => {
    const sent = await spanOf('send to sockets', { 'roost.events': 'notification' });
    const [request] = collector.pathTo(sent);
    expect(request?.name).toMatch(/^[A-Z]+ \/.*:userId/);
    expect(request?.traceId).toBe(sent.traceId);
  });

  test('an event of a client is a trace of its own, and made-up names share one', async () => {
    const event = await spanOf('event ping');
    expect(event).not.toHaveProperty('parentSpanId');
    await spanOf('event unknown', { 'error.type': 'bad_input' });
  });

  test('a traceparent of a stranger changes nothing', async () => {
    const request = await spanOf('GET /api/site');
    expect(request.parentSpanId).toBeUndefined();
    expect(collector.spans.length).toBeGreaterThan(20);
    expect(collector.spans.map(({ traceId }) => traceId)).not.toContain(STRANGERS_TRACE);
    expect(JSON.stringify(collector.spans)).not.toContain(STRANGERS_SPAN);
  });

  test('spans have no names, ids, addresses and texts of people', async () => {
    const [alice, bob] = (await (traffic ??= makeTraffic())) as [Member, Member];
    await spanOf('send to sockets', { 'roost.events': 'premiumChanged' });
    const all = JSON.stringify(collector.spans);
    for (const secret of [
      alice.id,
      bob.id,
      alice.username,
      bob.username,
      SECRET,
      '127.0.0.1',
      '@example',
    ])
      expect(all).not.toContain(secret);
    expect(all).not.toContain(encodeURIComponent(SECRET));
    // Statements are there, with places instead of values.
    expect(all).toContain('where');
    expect(all).toMatch(/\$1/);
  });

  test('the collector gets the name of the service, and no health checks', async () => {
    await spanOf('event ping');
    expect(new Set(collector.services)).toEqual(new Set(['nest']));
    expect(new Set(collector.paths)).toEqual(new Set(['/v1/traces']));
    expect(collector.spans.map(({ name }) => name)).not.toContain('GET /ready');
  });
});

test('the end of an app sends its last spans', async () => {
  const collector = await Collector.start();
  const app = await startTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address });
  await fetch(`${app.address}/api/site`);
  expect(collector.spans).toEqual([]);
  await app.close();
  expect(collector.spans.map(({ name }) => name)).toContain('GET /api/site');
});

test('a share of 0 records nothing', async () => {
  const collector = await Collector.start();
  const app = await startTestApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
    OTEL_TRACES_SAMPLER_ARG: '0',
  });
  const alice = await join(app, 'alice');
  await alice.post('hello');
  await app.close();
  expect(collector.spans).toEqual([]);
});

/** A port at which nobody answers: closed, or silent after it accepted. */
async function deadPort(isOpen: boolean): Promise<number> {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  if (isOpen) onTestFinished(() => void server.close());
  else server.close();
  return port;
}

test.each([
  ['is away', false],
  ['never answers', true],
])('a collector that %s changes nothing but a line in the log', async (_, isOpen) => {
  let log = '';
  const logTo = new Writable({
    write(part, _encoding, done) {
      log += String(part);
      done();
    },
  });
  const port = await deadPort(isOpen);
  const app = await startTestApp(
    { ...withJobs, LOG_LEVEL: 'warn', OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
    { logTo },
  );
  const alice = await join(app, 'alice');
  const { socket } = await connectHearing(alice.client);
  for (let n = 0; n < 20; n += 1) await alice.post(`post ${n}`);
  expect(await socket.emitWithAck('ping', alice.id)).toMatchObject({ ok: true });
  const since = performance.now();
  await app.close();
  // The end of an app without traces takes up to a second.
  expect(performance.now() - since).toBeLessThan(6_000);
  const lines = log.split('\n').filter((line) => line.includes('traces not delivered'));
  expect(lines.length).toBe(1);
});

describe('without the setting', () => {
  test('there are no traces', () => {
    expect(readConfig({ OTEL_SERVICE_NAME: 'nest' }).traces).toBeNull();
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }).traces).toEqual({
      endpoint: 'http://localhost:4318',
      service: 'roost',
      share: 1,
    });
  });

  test('nothing of OpenTelemetry is loaded', () => {
    const script = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({
        resolve(name, context, next) {
          if (name.startsWith('@opentelemetry/') && context.parentURL?.includes('/server/src/')) loaded.push(name);
          return next(name, context);
        },
      });
      const { readConfig } = await import('${pathOf('server/src/config/config.ts')}');
      await import('${pathOf('server/src/app.ts')}');
      const { openTraces } = await import('${pathOf('server/src/platform/traces/open-traces.ts')}');
      const open = async (env) => { const traces = await openTraces(readConfig(env)); await traces?.close(); };
      await open({});
      const without = loaded.length;
      await open({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
      console.log(JSON.stringify({ without, with: loaded.length > 3 }));
    `;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      cwd: pathOf('./'),
    });
    expect(JSON.parse(stdout || stderr)).toEqual({ without: 0, with: true });
    // A new process loads the whole server, which takes long on a busy machine.
  }, 90_000);
});
