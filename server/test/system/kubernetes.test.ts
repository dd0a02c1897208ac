import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/config/config.ts';
import { assignments, has, pathOf, read, strangers } from '../support/deploy.ts';

interface Labels {
  [name: string]: string;
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  data: Record<string, string>;
  spec: {
    template: {
      metadata: { labels: Labels };
      spec: {
        enableServiceLinks: boolean;
        securityContext: object;
        terminationGracePeriodSeconds: number;
        containers: [Container];
      };
    };
    selector: Labels & { matchLabels: Labels };
    strategy: { rollingUpdate: { maxUnavailable: number } };
    maxUnavailable: number;
    rules: [{ host: string }];
  };
}
interface Container {
  image: string;
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports: { name: string; containerPort: number }[];
  securityContext: object;
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  lifecycle: { preStop: { exec: { command: string[] } } };
  volumeMounts: { name: string; mountPath: string }[];
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } };
}

function ofKind(manifests: Manifest[], kind: string): Manifest {
  const found = manifests.find((each) => each.kind === kind);
  if (!found) throw new Error(`there is no ${kind}`);
  return found;
}

describe('the manifests of Kubernetes', () => {
  const folder = 'deploy/kubernetes';
  const resources = (parse(read(`${folder}/kustomization.yaml`)) as { resources: string[] })
    .resources;
  const objects = resources.flatMap((file) =>
    parseAllDocuments(read(`${folder}/${file}`)).map((each) => each.toJS() as Manifest),
  );
  const of = (kind: string) => ofKind(objects, kind);
  const pod = () => of('Deployment').spec.template;
  const container = () => pod().spec.containers[0];
  const env = {
    ...assignments(read(`${folder}/settings.env.example`)),
    ...assignments(read(`${folder}/secrets.env.example`)),
  };

  test('list each file of the folder', () => {
    const files = readdirSync(pathOf(folder)).filter((file) => file.endsWith('.yaml'));
    expect(files.sort()).toEqual([...resources, 'kustomization.yaml'].sort());
  });

  test('give Roost settings that make sense together', () => {
    expect(strangers(Object.keys(env))).toEqual([]);
    const config = readConfig({ NODE_ENV: 'production', ...env });
    expect(config).toMatchObject({ trustProxy: 1, drainSeconds: 3, registration: 'closed' });
    expect(config.s3 && config.redis && config.databaseUrl).toBeTruthy();
    expect(new URL(String(config.publicUrl)).host).toBe(of('Ingress').spec.rules[0].host);
    // Otherwise the cluster sets ROOST_PORT and more, and Roost refuses to start.
    expect(pod().spec.enableServiceLinks).toBe(false);
    expect(() => readConfig({ ...env, ROOST_PORT: 'tcp://10.0.0.1:80' })).toThrow(
      'Unknown setting',
    );
  });

  test('keep the pod without rights, on a root that it cannot write', () => {
    expect(pod().spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 10_001,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container().securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container().volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp']);
    expect(Object.keys(container().resources.limits)).toContain('memory');
  });

  test('drain a node before its end, and take away one at a time', () => {
    const [, seconds] = container().lifecycle.preStop.exec.command;
    const { drainSeconds } = readConfig(env);
    const answers = 10;
    expect(pod().spec.terminationGracePeriodSeconds).toBeGreaterThan(
      Number(seconds) + drainSeconds + answers + 30,
    );
    expect(of('PodDisruptionBudget').spec.maxUnavailable).toBe(1);
    expect(of('Deployment').spec.strategy.rollingUpdate.maxUnavailable).toBe(0);
    for (const selector of [
      of('PodDisruptionBudget').spec.selector.matchLabels,
      of('Service').spec.selector,
    ])
      expect(pod().metadata.labels).toMatchObject(selector);
  });

  test('ask the health checks of Roost', () => {
    const probes = container();
    expect(
      ['startupProbe', 'livenessProbe', 'readinessProbe'].map(
        (name) => probes[name as `${string}Probe`]?.httpGet.path,
      ),
    ).toEqual(['/live', '/live', '/ready']);
    expect(probes.ports[0]?.containerPort).toBe(readConfig(env).port);
  });

  test.skipIf(!has('kubectl', 'version', '--client'))('are valid for kustomize', () => {
    const copy = mkdtempSync(join(tmpdir(), 'roost-deploy-'));
    onTestFinished(() => rmSync(copy, { recursive: true }));
    cpSync(pathOf(folder), copy, { recursive: true });
    for (const name of ['settings', 'secrets'])
      cpSync(join(copy, `${name}.env.example`), join(copy, `${name}.env`));
    const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', copy], {
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    const made = parseAllDocuments(stdout).map((each) => each.toJS() as Manifest);
    const kinds = [
      'ConfigMap',
      'Deployment',
      'Ingress',
      'Namespace',
      'PodDisruptionBudget',
      'Secret',
      'Service',
    ];
    expect(made.map(({ kind }) => kind).sort()).toEqual(kinds);
    const [{ image, envFrom }] = ofKind(made, 'Deployment').spec.template.spec.containers;
    expect(image).toBe('registry.example.org/roost:latest');
    // The generated names have a hash, so a changed setting starts the nodes anew.
    const names = made
      .filter(({ kind }) => /^(ConfigMap|Secret)$/.test(kind))
      .map(({ metadata }) => metadata.name);
    const used = envFrom.map((each) => (each.configMapRef ?? each.secretRef)?.name);
    expect(new Set(used)).toEqual(new Set(names));
    expect(Object.keys(ofKind(made, 'ConfigMap').data).length).toBeGreaterThan(5);
  });
});
