// What is in deploy/ for containers and services fits the program, and itself.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, settings } from '../packages/server/src/config.ts';
import {
  natsServer,
  withoutNats,
} from '../packages/server/src/features/events/collect/inbox/jetstream/nats-server.fixture.ts';
import { createMetrics } from '../packages/server/src/log/metrics.ts';
import { readImage } from './image/dockerfile.ts';
import { makeFolder, projectRoot } from './support/attune.ts';

const deploy = join(projectRoot, 'deploy');
const textOf = (path: string) => readFileSync(join(deploy, path), 'utf8');
const folder = await makeFolder('deploy');
after(() => rmSync(folder, { recursive: true }));

/** What the shutdown of a node may take beside its drain. */
const stopSeconds = 15;
const image = readImage();

/** Checks that the settings of an environment are there, and valid. */
function assertSettings(env: Readonly<Record<string, string>>) {
  const names = Object.keys(env).filter((name) => !(name in settings));
  assert.deepEqual(names, [], 'there is no such setting');
  return readConfig(env);
}

interface Service {
  readonly image: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
  readonly stop_grace_period?: string;
  readonly networks?: { readonly default: { readonly ipv4_address: string } };
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: object;
}

const readCompose = (name: string): Compose => parse(textOf(name), { merge: true });
/** As compose fills in what its shell has. */
const filledIn = (env: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{\w+:\?\}/g, 'x'.repeat(32)),
    ]),
  );

for (const name of ['compose.yaml', 'compose.cluster.yaml']) {
  test(`${name} runs nodes read-only, with settings that are valid and a volume each`, () => {
    const { services, volumes } = readCompose(name);
    const nodes = Object.values(services).filter((service) => service.image === 'attune');
    assert.ok(nodes.length > 0);
    for (const node of nodes) {
      assert.deepEqual([node.read_only, node.cap_drop], [true, ['ALL']]);
      const config = assertSettings(filledIn(node.environment));
      const graceSeconds = Number.parseInt(node.stop_grace_period ?? '0', 10);
      assert.ok(graceSeconds > (config.drainMs ?? 0) / 1000 + stopSeconds);
    }
    const mounted = nodes.flatMap((node) => node.volumes ?? []).map((one) => one.split(':'));
    for (const [volume, path] of mounted) {
      assert.ok(volume && volume in volumes, `${volume} is declared`);
      assert.equal(path, image.volume);
    }
    assert.equal(new Set(mounted.map(([volume]) => volume)).size, nodes.length);
  });
}

test('compose.cluster.yaml leads nginx.conf to its two nodes, which believe it', () => {
  const { services } = readCompose('compose.cluster.yaml');
  const addressOf = (name: string) => services[name]?.networks?.default.ipv4_address;
  const { nginx } = services;
  const script = nginx?.command?.at(-1) ?? '';
  const sed = script.slice(0, script.indexOf('>')).replace('/etc/attune', deploy);
  const configuration = execFileSync('sh', ['-euc', sed], { encoding: 'utf8' });
  const nodes = [...configuration.matchAll(/^ +server ([\d.]+):(\d+) /gm)];
  assert.deepEqual(
    nodes.map(([, address, port]) => [address, port]),
    ['api-1', 'api-2'].map((name) => [addressOf(name), '8080']),
  );
  for (const name of ['api-1', 'api-2']) {
    assert.equal(services[name]?.environment?.['TRUSTED_PROXIES'], addressOf('nginx'));
  }
});

test('compose.nats.yaml gives each node of the cluster the servers that nats.conf joins', async (t) => {
  const { services } = readCompose('compose.nats.yaml');
  const isServer = (name: string) => name.startsWith('nats-');
  const [servers, nodes] = [
    Object.keys(services).filter(isServer),
    Object.keys(services).filter((name) => !isServer(name)),
  ];
  const known = Object.entries(readCompose('compose.cluster.yaml').services);
  const own = known.filter(([, { image }]) => image === 'attune').map(([name]) => name);
  assert.deepEqual(nodes.sort(), own.sort());
  for (const name of nodes) {
    const { nats } = assertSettings(filledIn(services[name]!.environment));
    assert.deepEqual(
      nats?.servers,
      servers.map((server) => `${server}:4222`),
    );
  }
  const routes = [...textOf('nats.conf').matchAll(/nats:\/\/([\w-]+):6222/g)];
  assert.deepEqual(
    routes.map(([, server]) => server),
    servers,
  );
  if (withoutNats) return t.skip(withoutNats);
  const env = { ...process.env, HOSTNAME: 'nats-1', NATS_PASSWORD: 'x'.repeat(32) };
  const args = ['--test_config', '--config', join(deploy, 'nats.conf')];
  const checked = spawnSync(natsServer, args, { env, encoding: 'utf8' });
  assert.equal(checked.status, 0, checked.stderr);
});

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // biome-ignore lint/suspicious/noExplicitAny: the test reads what Kubernetes defines.
  readonly spec: any;
}

const kustomization = parse(textOf('kubernetes/kustomization.yaml'));
const manifests: Manifest[] = kustomization.resources.flatMap((name: string) =>
  parseAllDocuments(textOf(`kubernetes/${name}`)).map((document) => document.toJS()),
);
const literals: string[] = kustomization.configMapGenerator[0].literals;
const example = textOf('kubernetes/secret.env.example').match(/^\w+=.*$/gm)!;
const shared = assertSettings(
  Object.fromEntries([...literals, ...example].map((line) => line.split(/=(.*)/, 2))),
);
const workloads = manifests.filter(({ kind }) => /^(Deployment|StatefulSet)$/.test(kind));

test('the manifests are all named, run what the image has, and may do no more than they need', () => {
  const files = readdirSync(join(deploy, 'kubernetes')).filter((name) => name.endsWith('.yaml'));
  assert.deepEqual(['kustomization.yaml', ...kustomization.resources].sort(), files.sort());
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  assert.equal(kustomization.images[0].newTag, version);
  assert.deepEqual(
    workloads.map(({ metadata }) => metadata.name),
    ['api', 'worker'],
  );
  for (const { spec } of workloads) {
    const pod = spec.template.spec;
    const [container] = pod.containers;
    assert.deepEqual(spec.selector.matchLabels, spec.template.metadata.labels);
    assert.equal(container.image, kustomization.images[0].name);
    assert.equal(`${pod.securityContext.runAsUser}:${pod.securityContext.runAsGroup}`, image.user);
    assert.ok(pod.securityContext.runAsNonRoot && container.securityContext.readOnlyRootFilesystem);
    assert.equal(container.volumeMounts[0].mountPath, image.volume);
    for (const from of container.envFrom) {
      assert.equal((from.configMapRef ?? from.secretRef).name, 'attune');
    }
  }
});

test('an update of the API nodes loses no request', () => {
  const [api, service, budget] = ['Deployment', 'Service', 'PodDisruptionBudget'].map((wanted) =>
    manifests.find(({ kind }) => kind === wanted),
  );
  const { template, strategy, replicas } = api!.spec;
  assert.equal(strategy.rollingUpdate.maxUnavailable, 0);
  assert.ok(budget!.spec.minAvailable < replicas, 'a node can be drained');
  for (const selector of [service!.spec.selector, budget!.spec.selector.matchLabels]) {
    assert.deepEqual(selector, template.metadata.labels);
  }
  const [container] = template.spec.containers;
  const ports = Object.fromEntries(
    container.ports.map((one: { name: string; containerPort: number }) => [
      one.name,
      one.containerPort,
    ]),
  );
  assert.deepEqual(ports, { http: shared.port, admin: shared.adminPort });
  assert.equal(service!.spec.ports[0].targetPort, 'http');
  const { readinessProbe, livenessProbe, startupProbe } = container;
  assert.deepEqual(readinessProbe.httpGet, { path: '/readyz', port: 'admin' });
  assert.deepEqual(startupProbe.httpGet, { path: '/readyz', port: 'admin' });
  // A node without its database is alive, and decides from memory.
  assert.deepEqual(livenessProbe.httpGet, { path: '/healthz', port: 'admin' });
  const drainSeconds = (shared.drainMs ?? 0) / 1000;
  assert.ok(drainSeconds > readinessProbe.periodSeconds * readinessProbe.failureThreshold + 5);
  assert.ok(template.spec.terminationGracePeriodSeconds > drainSeconds + stopSeconds);
});

test('the unit of systemd is valid, names what the package has, and is hardened', () => {
  const unit = textOf('systemd/attune.service');
  const command = '/opt/attune/node_modules/.bin/attune';
  assert.ok(unit.includes(`ExecStart=${command} start --no-secrets\n`));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'attune'), '#!/bin/sh\n');
  chmodSync(join(bin, 'attune'), 0o755);
  const path = join(folder, 'attune.service');
  writeFileSync(path, unit.replace(command, join(bin, 'attune')));
  const verified = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
  assert.deepEqual([verified.status, verified.stderr], [0, '']);
  // Of 100, in systemd's own reckoning; a unit without any hardening has 96.
  const limit = ['security', '--offline=true', '--threshold=25', path];
  const judged = spawnSync('systemd-analyze', limit, { encoding: 'utf8' });
  assert.equal(judged.status, 0, judged.stdout);
  const env = Object.fromEntries(
    [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  const { PATH: _, NODE_ENV: __, ...ours } = env;
  assert.deepEqual(assertSettings(ours).dataDir, '/var/lib/attune');
});

const dashboard = 'grafana/attune.json';

for (const name of ['alerts.yaml', dashboard]) {
  test(`${name} asks for metrics that there are`, async () => {
    const there = await createMetrics().registry.metrics();
    const known = new Set([...there.matchAll(/^# TYPE (\S+)/gm)].map(([, metric]) => metric));
    const asked = [...textOf(name).matchAll(/\b(?:attune|process|nodejs)_\w+/g)].map(
      ([one]) => one,
    );
    assert.ok(asked.length > 10);
    const ofHistogram = (metric: string) => metric.replace(/_(bucket|count|sum)$/, '');
    const missing = asked.filter((one) => !known.has(one) && !known.has(ofHistogram(one)));
    assert.deepEqual(missing, []);
  });
}

test('the dashboard’s panels have an id, a place and something to show each', () => {
  const { panels } = JSON.parse(textOf(dashboard)) as { panels: readonly Panel[] };
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
  assert.equal(new Set(places).size, panels.length);
  for (const { type, title, targets = [] } of panels) {
    assert.ok(type === 'row' || targets.length > 0, `${title} shows nothing`);
  }
});

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number };
  readonly targets?: readonly object[];
}
