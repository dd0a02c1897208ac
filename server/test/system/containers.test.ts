// Long because the image and both compose files share their checks.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/config/config.ts';
import { locateData } from '../../src/platform/database/embedded/data-location.ts';
import { findBinaries } from '../../src/platform/database/embedded/embedded-binaries.ts';
import { makeCluster } from '../../src/platform/database/embedded/embedded-cluster.ts';
import { runCluster } from '../../src/platform/database/major-upgrade/run-cluster.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { withClient } from '../../src/platform/database/with-client.ts';
import { assignments, copyOf, has, pathOf, read, stagesOf, strangers } from '../support/deploy.ts';

/** Long enough for each secret. */
const SECRET = 'reed-and-heron';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'roost-deploy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('the Containerfile', () => {
  const stages = stagesOf(read('deploy/Containerfile'));
  const final = stages.get('final') ?? [];
  const of = (word: string) => final.filter((each) => each.word === word).map(({ rest }) => rest);
  const ignored = read('.dockerignore')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  const isIgnored = (path: string) =>
    ignored.some((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`));

  test('copies only paths that exist', () => {
    const copies = [...stages.values()].flat().filter(({ word }) => word === 'COPY');
    const paths = copies.flatMap(({ rest }) => {
      const { from, sources } = copyOf(rest);
      return sources.map((source) => ({ from, path: source.replace(/^\/roost\//, '') }));
    });
    expect(paths.length).toBeGreaterThan(10);
    // Steps of the earlier stages make these.
    const made = ['node_modules', 'web/dist'];
    expect(paths.filter(({ path }) => !made.includes(path) && !existsSync(pathOf(path)))).toEqual(
      [],
    );
    expect(paths.filter(({ from, path }) => from === null && isIgnored(path))).toEqual([]);
  });

  test('leaves out what belongs to this machine', () => {
    for (const path of [
      '.git/config',
      'node_modules/x',
      'web/node_modules/x',
      'web/dist/x',
      '.data/db',
    ])
      expect(isIgnored(path), path).toBe(true);
    for (const path of ['deploy/compose/.env', 'deploy/kubernetes/secrets.env'])
      expect(isIgnored(path), path).toBe(true);
  });

  test('sets only settings that Roost has', () => {
    const env = Object.fromEntries(of('ENV').map((each) => each.split('=') as [string, string]));
    expect(strangers(Object.keys(env))).toEqual([]);
    expect(readConfig(env)).toMatchObject({ isProduction: true, dataFolder: '/data', port: 3000 });
    expect(env['SUPERVISE']).toBe('off');
  });

  test('runs the version of Node that the tests run, as an ordinary user', () => {
    const [major] = process.versions.node.split('.');
    for (const [first] of stages.values())
      expect(first?.rest).toMatch(new RegExp(`^node:${major}-bookworm-slim\\b`));
    expect(of('USER')).toEqual(['10001:10001']);
    expect(of('RUN').join('\n')).toContain('useradd --uid 10001 --gid 10001');
    // Nothing after the last change of the user can write to the code.
    const user = final.findIndex(({ word }) => word === 'USER');
    expect(final.slice(user).filter(({ word }) => ['RUN', 'COPY', 'ADD'].includes(word))).toEqual(
      [],
    );
  });

  test('starts and checks the server', () => {
    const [program, script] = JSON.parse(of('CMD')[0] ?? '') as string[];
    expect(program).toBe('node');
    expect(existsSync(pathOf(String(script)))).toBe(true);
    expect(of('HEALTHCHECK')[0]).toContain('/ready');
    expect(of('RUN').join('\n')).toContain('tini');
    expect(of('ENTRYPOINT')).toEqual(['["/usr/bin/tini", "--"]']);
  });
});

interface Service {
  image: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  networks?: { default: { ipv4_address?: string; aliases?: string[] } };
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
}

describe.each(['one', 'several'])('the compose file for %s', (name) => {
  const text = read(`deploy/compose/${name}.yaml`);
  const { services, volumes } = parse(text, { merge: true }) as Compose;
  const example = assignments(read(`deploy/compose/${name}.env.example`));
  const nodes = Object.values(services).filter(({ image }) => image === 'roost');
  const samples: Record<string, string> = {
    S3_ACCESS_KEY_ID: 'GK0123456789abcdef01234567',
    ...Object.fromEntries(Object.entries(example).filter(([, value]) => value !== '')),
  };
  const fill = (value: string) =>
    value.replace(
      /\$\{(\w+)(?::\?[^}]*)?\}/g,
      (_, variable: string) => samples[variable] ?? SECRET,
    );
  const environmentOf = ({ environment = {} }: Service) =>
    Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, fill(value)]));

  test('uses only variables of its example, and the example has no others', () => {
    const used = [...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, variable]) => variable);
    expect(used.length).toBeGreaterThan(1);
    expect(used.filter((variable) => !(String(variable) in example))).toEqual([]);
    expect(strangers(Object.keys(example)).filter((each) => !used.includes(each))).toEqual([]);
  });

  test('gives Roost settings that make sense together', () => {
    expect(nodes).toHaveLength(name === 'one' ? 1 : 2);
    for (const node of nodes) {
      const environment = environmentOf(node);
      const set = Object.keys(environment).filter((key) => environment[key] !== '');
      expect(strangers(set)).toEqual([]);
      // The file of settings hands on no variable that is not for Roost.
      const handedOn = strangers(Object.keys(example)).filter((each) => environment[each] !== '');
      expect(handedOn.filter((each) => /RPC|REPLICATION/.test(each))).toEqual([]);
      const filled = Object.fromEntries(
        Object.keys(example).map((key) => [key, samples[key] ?? SECRET]),
      );
      const config = readConfig({
        ...Object.fromEntries(
          Object.entries(filled).filter(([key]) => strangers([key]).length === 0),
        ),
        NODE_ENV: 'production',
        ...environment,
      });
      expect(config.publicUrl).toBe('https://nest.example.org');
      expect(config.registration).toBe('closed');
      expect(config.trustProxy).toBe(name === 'one' ? 1 : 2);
      expect(Boolean(config.redis && config.databaseUrl && config.s3 && config.turn)).toBe(
        name === 'several',
      );
    }
  });

  test('names only files, volumes and services that exist', () => {
    const mounts = Object.values(services).flatMap((service) => service.volumes ?? []);
    for (const mount of mounts) {
      const [source = ''] = mount.split(':');
      if (source.startsWith('.'))
        expect(existsSync(join(pathOf('deploy/compose'), source)), source).toBe(true);
      else expect(Object.keys(volumes)).toContain(source);
    }
    for (const { build, depends_on: needs = {} } of Object.values(services)) {
      if (build)
        expect(existsSync(join(pathOf('deploy/compose'), build.context, build.dockerfile))).toBe(
          true,
        );
      for (const [service, { condition }] of Object.entries(needs)) {
        expect(condition).toBe('service_healthy');
        // The image of Roost has its own.
        expect(services[service]?.healthcheck ?? services[service]?.build, service).toBeDefined();
      }
    }
  });

  test('runs what faces the world without rights, on a root that it cannot write', () => {
    const facing = Object.entries(services).filter(
      ([each]) => !/^(postgres|redis|garage)/.test(each),
    );
    expect(facing.length).toBeGreaterThan(1);
    for (const [each, { read_only, cap_drop, security_opt }] of facing)
      expect([each, read_only, cap_drop, security_opt]).toEqual([
        each,
        true,
        ['ALL'],
        ['no-new-privileges:true'],
      ]);
  });

  test.skipIf(!has('docker', 'compose', 'version'))(
    'is valid for docker compose (skipped without it)',
    () => {
      const folder = emptyFolder();
      const file = join(folder, '.env');
      const lines = Object.keys(example).map((key) => `${key}=${samples[key] ?? SECRET}`);
      writeFileSync(file, lines.join('\n'));
      cpSync(pathOf(`deploy/compose/${name}.yaml`), join(folder, 'compose.yaml'));
      const { status, stderr } = spawnSync('docker', ['compose', 'config', '--quiet'], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(status, stderr).toBe(0);
    },
  );
});

describe('the parts beside several nodes', () => {
  const { services } = parse(read('deploy/compose/several.yaml'), { merge: true }) as Compose;
  /** Runs the step of a service that fills in marked lines, and returns the file. */
  const fillIn = (service: string, source: string, env: Record<string, string> = {}) => {
    const script = services[service]?.command?.at(-1)?.replaceAll('$$', '$').split(' && ')[0] ?? '';
    const folder = emptyFolder();
    const command = script
      .replace(/\/roost\/\S+/, pathOf(source))
      .replace('> /tmp/', `> ${folder}/`);
    expect(spawnSync('sh', ['-c', command], { env: { ...process.env, ...env } }).status).toBe(0);
    return join(folder, source.split('/').at(-1) ?? '');
  };
  const withoutComments = (file: string) =>
    spawnSync('sed', ['/^ *#/d', file], { encoding: 'utf8' }).stdout;

  test('HAProxy knows the addresses of the nodes', () => {
    const filled = withoutComments(fillIn('haproxy', 'deploy/haproxy.cfg'));
    expect(filled).not.toMatch(/[<>]/);
    const known = [...filled.matchAll(/^ *server \w+ (\S+):3000$/gm)].map(([, address]) => address);
    const nodes = Object.values(services).filter(({ image }) => image === 'roost');
    expect(known).toEqual(nodes.map(({ networks }) => networks?.default.ipv4_address));
    expect(read('deploy/compose/Caddyfile')).toContain('reverse_proxy haproxy:8080');
    expect(filled).toContain('bind :8080');
  });

  test.skipIf(!has('haproxy', '-v'))('HAProxy accepts its configuration', () => {
    const file = fillIn('haproxy', 'deploy/haproxy.cfg');
    const checked = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });
    expect(checked.status, checked.stderr).toBe(0);
  });

  test('the relay gets all its marked lines', () => {
    const env = {
      TURN_SITE: 'turn.example.org',
      TURN_ADDRESS: '203.0.113.7/10.0.0.7',
      TURN_SECRET: 'x1',
    };
    const filled = withoutComments(fillIn('coturn', 'deploy/coturn/turnserver.conf', env));
    expect(filled).not.toMatch(/[<>]/);
    expect(filled).toContain('realm=turn.example.org\nexternal-ip=203.0.113.7/10.0.0.7\n');
    expect(filled).toContain('static-auth-secret=x1\n');
  });

  test('the object store is reached under the name that signs its links', () => {
    expect(services['caddy']?.networks?.default.aliases).toEqual(['${MEDIA_SITE}']);
    const { S3_ENDPOINT, S3_REGION, S3_BUCKET } = services['roost-1']?.environment ?? {};
    expect(S3_ENDPOINT).toMatch(/^https:\/\/\$\{MEDIA_SITE/);
    expect(read('deploy/compose/garage.toml')).toContain(`s3_region = "${S3_REGION}"`);
    expect(services['garage']?.environment?.['GARAGE_DEFAULT_BUCKET']).toBe(S3_BUCKET);
  });

  test('the scripts of PostgreSQL can be parsed', () => {
    for (const script of readdirSync(pathOf('deploy/compose/postgres')))
      expect(spawnSync('sh', ['-n', pathOf(`deploy/compose/postgres/${script}`)]).status).toBe(0);
  });

  test.skipIf(!has('psql', '--version'))(
    'Roost has a database, and no superuser (skipped without psql)',
    async () => {
      // The image makes a superuser of this role.
      expect(services['postgres']?.environment).not.toHaveProperty('POSTGRES_USER');
      const password = 'secret';
      const folder = emptyFolder();
      chmodSync(folder, 0o711);
      const location = locateData(folder);
      const binaries = findBinaries(location);
      await makeCluster(location, binaries, password, false);
      await using cluster = await runCluster(location, binaries, password, () => {});
      const { hostname, port } = new URL(cluster.url('postgres', 'postgres'));
      const script = services['postgres']?.volumes
        ?.find((each) => each.includes('initdb'))
        ?.split(':')[0];
      const { status, stderr } = spawnSync(
        'sh',
        ['-eu', join(pathOf('deploy/compose'), script ?? '')],
        {
          env: {
            PATH: process.env.PATH,
            PGHOST: hostname,
            PGPORT: port,
            PGPASSWORD: password,
            PGDATA: location.cluster,
            POSTGRES_PASSWORD: password,
            REPLICATION_PASSWORD: 'other',
          },
          encoding: 'utf8',
        },
      );
      expect(status, stderr).toBe(0);
      const url = services['roost-1']?.environment?.['DATABASE_URL']
        ?.replace(/\$\{DATABASE_PASSWORD[^}]*\}/, password)
        .replace(/\$\{DATABASE_HOST[^}]*\}:5432/, `${hostname}:${port}`);
      await migrate(url ?? '');
      const { rows } = await withClient(url ?? '', async (client) =>
        client.query(
          'select rolname, rolsuper, rolreplication from pg_roles where rolcanlogin order by 1',
        ),
      );
      expect(rows).toEqual([
        { rolname: 'postgres', rolsuper: true, rolreplication: true },
        { rolname: 'roost', rolsuper: false, rolreplication: false },
        { rolname: 'standby', rolsuper: false, rolreplication: true },
      ]);
      await expect(withClient(cluster.url('postgres', 'postgres'), async () => {})).rejects.toThrow(
        'password',
      );
    },
    60_000,
  );

  test.skipIf(!has('caddy', 'version'))('Caddy accepts its configuration', () => {
    const folder = emptyFolder();
    const checked = spawnSync(
      'caddy',
      ['validate', '--adapter', 'caddyfile', '--config', pathOf('deploy/compose/Caddyfile')],
      {
        encoding: 'utf8',
        env: {
          ...process.env,
          HOME: folder,
          XDG_DATA_HOME: folder,
          SITE: 'nest.example.org',
          MEDIA_SITE: 'media.nest.example.org',
        },
      },
    );
    expect(checked.status, checked.stderr).toBe(0);
  });
});
