import { spawnSync } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startAppForFile, withJobs } from '../support/app.ts';
import { askForMetrics, METRICS_TOKEN } from '../support/metrics.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Tests the dashboard and the alerts in deploy/.
const deploy = join(import.meta.dirname, '../../../deploy');

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}
interface Panel {
  id: number;
  title: string;
  description?: string;
  datasource?: { type: string; uid: string };
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}
interface Dashboard {
  templating: { list: { name: string; type: string; definition?: string }[] };
  panels: Panel[];
}

const alertsText = await readFile(join(deploy, 'prometheus/alerts.yml'), 'utf8');
const rules = (parse(alertsText) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const dashboard = JSON.parse(
  await readFile(join(deploy, 'grafana/roost.json'), 'utf8'),
) as Dashboard;
const panels = dashboard.panels.filter(({ targets }) => targets);

const expressions: [where: string, expr: string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }): [string, string] => [title, expr]),
  ),
  ...dashboard.templating.list.flatMap(({ name, definition }): [string, string][] => {
    const selector = /^label_values\((.+), \w+\)$/.exec(definition ?? '')?.[1];
    return selector === undefined ? [] : [[name, selector]];
  }),
];

/** The names in an expression, by their kind in the grammar. Throws if it is no PromQL. */
function namesIn(expr: string): { metrics: string[]; labels: string[] } {
  const text = expr.replaceAll('$__rate_interval', '5m');
  const names = { metrics: [] as string[], labels: [] as string[] };
  parser.parse(text).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) throw new Error(`no PromQL at "${text.slice(from)}"`);
      if (type.name === 'LabelName') names.labels.push(text.slice(from, to));
      if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector')
        names.metrics.push(text.slice(from, to));
    },
  });
  return names;
}

// Only a Roost with backups has numbers of them.
const withBackups = { BACKUP_TO: join(tmpdir(), 'roost-no-backups'), BACKUP_WAL: 'on' };
const app = await startAppForFile({ ...withJobs, ...withBackups, METRICS_TOKEN });
const answer = await askForMetrics(app);
const declared = app.ctx.metrics.registry.getMetricsAsArray();

/** Each series of the answer, with the labels that it can have. */
const series = new Map<string, string[]>([['up', []]]);
for (const [, name = '', type] of answer.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
  const metric = declared.find((each) => each.name === name) as { labelNames?: string[] };
  const labels = metric.labelNames ?? [];
  if (type !== 'histogram') series.set(name, labels);
  else for (const part of ['_bucket', '_sum', '_count']) series.set(`${name}${part}`, labels);
}

test.each(expressions)('%s: Roost has what the expression names: %s', (_, expr) => {
  const { metrics, labels } = namesIn(expr);
  expect(metrics.length).toBeGreaterThan(0);
  expect(metrics.filter((name) => !series.has(name))).toEqual([]);
  const known = new Set(['job', 'instance', 'le', ...metrics.flatMap((name) => series.get(name))]);
  expect(labels.filter((name) => !known.has(name))).toEqual([]);
});

test('the check finds wrong PromQL, and names of no metric', () => {
  expect(() => namesIn('sum(rate(up[5m]) by')).toThrow('no PromQL');
  expect(namesIn('sum by (pool) (rate(made_up{job="$job"}[$__rate_interval]))')).toEqual({
    metrics: ['made_up'],
    labels: ['pool', 'job'],
  });
});

test('each metric of Roost is on the dashboard', () => {
  const shown = new Set(
    panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => namesIn(expr).metrics)),
  );
  const own = declared.map(({ name }) => name).filter((name) => !/^(process|nodejs)_/.test(name));
  const isShown = (name: string) => [name, `${name}_bucket`].some((each) => shown.has(each));
  expect(own.filter((name) => !isShown(name))).toEqual([]);
});

test.each(rules)('$alert says what is wrong and what to do, and has a test', async (rule) => {
  expect(['page', 'ticket']).toContain(rule.labels.severity);
  expect(rule.annotations.summary).toMatch(/\S/);
  expect(rule.annotations.description).toMatch(/\S/);
  const tests = await readFile(join(deploy, 'prometheus/alerts.test.yml'), 'utf8');
  expect(tests).toContain(`{alertname="${rule.alert}"}`);
});

test('the dashboard asks the chosen data source, and its panels do not overlap', () => {
  expect(dashboard.templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource' });
  expect(new Set(panels.map(({ datasource }) => datasource?.uid))).toEqual(
    new Set(['${datasource}']),
  );
  const ids = dashboard.panels.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
  );
  expect(cells).toHaveLength(new Set(cells).size);
});

const hasPromtool = !spawnSync('promtool', ['--version']).error;

describe.skipIf(!hasPromtool)('promtool accepts', () => {
  test.each([
    [['check', 'rules', 'alerts.yml']],
    [['check', 'config', 'prometheus.yml']],
    [['test', 'rules', 'alerts.test.yml']],
  ])('%j', async (args) => {
    const folder = await temporaryFolder();
    await cp(join(deploy, 'prometheus'), folder, { recursive: true });
    await writeFile(join(folder, 'roost-token'), 'a token');
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder });
    expect(`${status}\n${stdout.toString()}${stderr.toString()}`).toMatch(/^0\n/);
  });

  test('the names and types of the metrics', () => {
    const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: answer });
    const complaints = `${stdout.toString()}${stderr.toString()}`.trim().split('\n');
    // The library has its own names for some.
    expect(complaints.filter((each) => !each.startsWith('nodejs_'))).toEqual([]);
  });
});
