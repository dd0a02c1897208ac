import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { concurrencyLimits, rateLimits } from '@roost/contract/rate-limits';
import { afterAll, expect, test, vi } from 'vitest';
import { backupIdAt, manifestPath } from '../../src/platform/backup/backup-ids.ts';
import { startAppForFile, withJobs } from '../support/app.ts';
import { join } from '../support/cast.ts';
import { askForReset } from '../support/mailbox.ts';
import { METRICS_TOKEN, readMetrics, type Sample } from '../support/metrics.ts';
import { connectHearing } from '../support/wire.ts';

const target = await mkdtemp(joinPath(tmpdir(), 'roost-metrics-test-'));
afterAll(async () => rm(target, { recursive: true }));
await mkdir(joinPath(target, 'manifests'));
await writeFile(joinPath(target, manifestPath(backupIdAt(new Date(Date.now() - 5_000)))), '');
const backups = { BACKUP_TO: target, BACKUP_WAL: 'on' };
const app = await startAppForFile({ ...withJobs, ...backups, METRICS_TOKEN, RATE_LIMITS: 'on' });
const socketCount = 2;
type Series = Map<string, Sample[]>;

/** Does something of each kind that is measured. Returns the metrics when the slowest of it, a mail, has gone. */
async function readAfterTraffic(): Promise<Series> {
  const [alice, bob] = [await join(app, 'alice'), await join(app, 'bob')];
  const { socket, heard } = await connectHearing(alice.client);
  await connectHearing(bob.client);
  await socket.emitWithAck('ping', alice.id);
  await socket.emitWithAck('a name that a client made up');
  await alice.post('hello');
  await bob.follow(alice);
  await vi.waitFor(() => expect(heard.map(({ name }) => name)).toContain('newNotification'));
  for (let n = 0; n <= rateLimits.resetMails.points; n += 1)
    await askForReset(app, 'alice@example.org');
  return vi.waitFor(
    async () => {
      const series = await readMetrics(app);
      expect(sum(series, 'mails_total', { outcome: 'sent' })).toBeGreaterThan(0);
      expect(sum(series, 'jobs_waiting')).toBe(0);
      return series;
    },
    { timeout: 10_000, interval: 200 },
  );
}

function sum(
  series: Series,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  return series
    .get(name)
    ?.filter((sample) => Object.entries(labels).every(([key, of]) => sample.labels[key] === of))
    .reduce((total, { value }) => total + value, 0);
}

type Expected = [series: string, labels: Record<string, string>, least: number, most: number];

/** All metrics that Roost declares, with a range for the sum of the samples with these labels. */
const expected: Expected[] = [
  [
    'http_request_duration_seconds_count',
    { method: 'POST', route: '/api/posts/createpost', status: '201' },
    1,
    1,
  ],
  ['http_request_duration_seconds_sum', {}, 0.001, 60],
  ['http_requests_open', {}, 1, 1],
  ['http_requests_working', {}, 0, 12],
  ['http_requests_shed_total', { reason: 'overload' }, 0, 0],
  ['http_requests_shed_total', { reason: 'open_requests' }, 0, 0],
  ['limit_refusals_total', { limit: 'resetMails' }, 1, 1],
  ['limit_refusals_total', { limit: 'openRequests' }, 0, 0],
  ['database_statement_duration_seconds_count', { kind: 'select' }, 5, 1_000],
  ['database_statement_duration_seconds_count', { kind: 'transaction' }, 2, 1_000],
  ['database_statement_duration_seconds_sum', {}, 0.001, 60],
  ['database_connections_limit', { pool: 'requests' }, 20, 20],
  ['database_connections_limit', { pool: 'jobs' }, 9, 9],
  ['database_connections_used', { pool: 'requests' }, 0, 20],
  ['database_connections_used', { pool: 'jobs' }, 5, 9],
  ['database_connections_waiting', { pool: 'requests' }, 0, 20],
  ['queue_waiting', {}, 0, 10],
  ['queue_limit', { queue: 'password_hashes_known' }, 64, 64],
  ['queue_limit', { queue: 'password_hashes_others' }, 160, 160],
  ['queue_limit', { queue: 'media_tasks' }, 64, 64],
  ['queue_limit', { queue: 'requests' }, 256, 256],
  ['queue_limit', { queue: 'socket_events' }, 200, 200],
  ['queue_limit', { queue: 'socket_packets' }, 500, 500],
  ['queue_limit', { queue: 'failed_attempts' }, 2_000, 2_000],
  ['queue_limit', { queue: 'shown_pages' }, 10_000, 10_000],
  ['jobs_run_total', { job_name: 'sendPasswordReset' }, 1, rateLimits.resetMails.points],
  ['jobs_failed_total', { job_name: 'sendPasswordReset' }, 0, 0],
  ['job_duration_seconds_count', { job_name: 'sendPasswordReset' }, 1, 5],
  ['jobs_waiting', { job_name: 'sendPasswordReset' }, 0, 0],
  ['jobs_oldest_due_age_seconds', {}, 0, 60],
  ['jobs_given_up', {}, 0, 0],
  ['sockets_open', { namespace: 'main' }, socketCount, socketCount],
  ['sockets_open', { namespace: 'calls' }, 0, 0],
  ['socket_events_received_total', { event: 'ping' }, 1, 1],
  ['socket_events_received_total', { event: 'unknown' }, 1, 1],
  ['socket_events_sent_total', { event: 'newNotification' }, 1, 1],
  ['event_delivery_lag_seconds_count', {}, 1, 20],
  ['event_delivery_lag_seconds_sum', {}, 0.000_01, 20],
  ['event_delivery_oldest_pending_seconds', {}, 0, 1],
  ['mails_total', { outcome: 'sent' }, 1, rateLimits.resetMails.points],
  ['mails_total', { outcome: 'failed' }, 0, 0],
  ['reset_mails_total', { outcome: 'sent' }, 1, rateLimits.resetMails.points],
  ['outgoing_requests_total', { outcome: 'answered' }, 0, 0],
  ['outgoing_requests_total', { outcome: 'time' }, 0, 0],
  ['pushes_total', { outcome: 'sent' }, 0, 0],
  ['pushes_total', { outcome: 'gone' }, 0, 0],
  ['media_tasks_running', {}, 0, 0],
  // The tests' disk, once for each of the two folders.
  ['media_disk_free_bytes', { folder: 'incoming' }, 100 * 2 ** 30, 100 * 2 ** 30],
  ['media_disk_size_bytes', { folder: 'media' }, 200 * 2 ** 30, 200 * 2 ** 30],
  ['backup_age_seconds', {}, 5, 120],
  ['backup_wal_stuck_seconds', {}, 0, 0],
  ['clock_skew_seconds', {}, -1, 1],
  ['database_nodes_away', {}, 0, 0],
  ['process_start_time_seconds', {}, 1_700_000_000, 10_000_000_000],
];

/** The library declares these. Some have samples only while they count something. */
const ofLibrary = /^(?:process|nodejs)_/;

test('after some traffic, every declared metric has a plausible value', async () => {
  const series = await readAfterTraffic();
  const wrong = expected.flatMap(([name, labels, least, most]) => {
    const value = sum(series, name, labels) ?? Number.NaN;
    return value >= least && value <= most ? [] : [{ name, labels, value }];
  });
  expect(wrong).toEqual([]);

  const declared = app.ctx.metrics.registry
    .getMetricsAsArray()
    .map(({ name }) => name)
    .filter((name) => !ofLibrary.test(name));
  const isShown = (name: string) => [name, `${name}_count`].some((each) => series.has(each));
  expect(declared.filter((name) => !isShown(name))).toEqual([]);
  const listed = new Set(expected.map(([name]) => name.replace(/_(?:count|sum)$/, '')));
  expect(declared.filter((name) => !listed.has(name))).toEqual([]);

  const labels = [...series.values()].flat().flatMap((sample) => Object.values(sample.labels));
  expect(labels.filter((of) => /alice|bob|[\da-f]{8}-|made up/.test(of))).toEqual([]);
});

test('every limit is listed from the start, so that a rate has its first refusal', async () => {
  const limits = (await readMetrics(app))
    .get('limit_refusals_total')
    ?.map(({ labels }) => labels.limit);
  const all = new Set([rateLimits, concurrencyLimits].flatMap((each) => Object.keys(each)));
  expect(limits?.toSorted()).toEqual([...all].toSorted());
});

test('a value that cannot be read is left out, and the others are there', async () => {
  const { metrics } = app.ctx;
  metrics.addGauge({ name: 'test_refused', help: 'Refused.' }, async () => {
    throw new Error('away');
  });
  metrics.addGauge(
    { name: 'test_silent', help: 'Silent.', label: 'of' },
    async () => new Promise(() => {}),
  );
  const series = await readMetrics(app);
  expect([series.has('test_refused'), series.has('test_silent')]).toEqual([false, false]);
  expect(series.has('sockets_open')).toBe(true);
});
