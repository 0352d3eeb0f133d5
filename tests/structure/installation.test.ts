import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const guide = textOf('docs/operations.md');
const delivered = readdirSync(join(root, 'deploy'));
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

/** The variables declared by the product. */
const variables = [
  'configuration.ts',
  'connected-systems.ts',
  'billing-service.ts',
  'sepa-creditor.ts',
  'mail-token-urls.ts',
  'telemetry/telemetry-settings.ts',
].flatMap((file) =>
  [...textOf(`src/platform/server/${file}`).matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
    ([, name = '']) => name,
  ),
);

/** Variables that the packages of OpenTelemetry read themselves. */
const readByPackages = [
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TIMEOUT',
  'OTEL_EXPORTER_OTLP_COMPRESSION',
  'OTEL_EXPORTER_OTLP_CERTIFICATE',
  'OTEL_EXPORTER_OTLP_CLIENT_KEY',
  'OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE',
];

const missing = (paths: readonly string[]) => paths.filter((path) => !existsSync(join(root, path)));
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

describe('docs/operations.md is complete (GEN-15)', () => {
  test('every variable is explained, and no unknown one', () => {
    expect(variables.length).toBeGreaterThan(40);
    const explained = found(guide, /`([A-Z][A-Z0-9]*_[A-Z0-9_]+|PORT|HOST|ROLES|DEMO)`/g);
    expect(variables.filter((name) => !explained.includes(name))).toEqual([]);
    expect(readByPackages.filter((name) => !explained.includes(name))).toEqual([]);
    const known = [
      ...variables,
      ...readByPackages,
      'NODE_EXTRA_CA_CERTS',
      'POSTGRES_PASSWORD',
      'RELEASE_KEY',
    ];
    expect([...new Set(explained)].filter((name) => !known.includes(name))).toEqual([]);
  });

  test('every command and file in it exists', () => {
    expect(found(guide, /npm run ([\w:]+)/g).filter((name) => !(name in scripts))).toEqual([]);
    expect(
      found(guide, /^kontor ([a-z-]+)/gm).filter((name) => !existsSync(join(root, `scripts/${name}.ts`))),
    ).toEqual([]);
    expect(missing(found(guide, /\/opt\/kontor\/((?:deploy|docs|scripts)\/[\w.-]+)/g))).toEqual([]);
    expect(missing(found(guide, /\b((?:deploy|scripts|src|db)\/[\w./-]*\w)/g))).toEqual([]);
    for (const file of delivered.filter((name) => !name.endsWith('.dockerignore')))
      expect([file, guide.includes(`deploy/${file}`)]).toEqual([file, true]);
  });

  test('every linked section of it exists', () => {
    const places = found(guide, /^#+ (.+)$/gm).map((title) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    expect(found(guide, /\]\(#([\w-]+)\)/g).filter((place) => !places.includes(place))).toEqual([]);
  });
});

describe('the files of deploy/ (GEN-15)', () => {
  test('the example sets only existing variables, and no secret', () => {
    const set = found(textOf('deploy/kontor.env.example'), /^(?:# )?([A-Z_]+)=/gm);
    expect(set.length).toBeGreaterThan(8);
    expect(set.filter((name) => !variables.includes(name))).toEqual([]);
    expect(textOf('deploy/kontor.env.example')).toMatch(/^SECRET_KEY=$/m);
  });

  test('the units start programs of this version, with writable folders', () => {
    for (const file of ['kontor.service', 'kontor-backup.service']) {
      const unit = textOf(`deploy/${file}`);
      const [program = ''] = found(unit, /^ExecStart=\/opt\/kontor\/node_modules\/node\/bin\/node (\S+)/gm);
      expect(missing([program])).toEqual([]);
      for (const line of [
        'User=kontor',
        'NoNewPrivileges=yes',
        'ProtectSystem=strict',
        'StateDirectory=kontor',
        'EnvironmentFile=/etc/kontor/kontor.env',
      ])
        expect(unit.split('\n')).toContain(line);
    }
    // The product ends itself after 10 seconds; systemd must not do so before.
    const [patience] = found(textOf('deploy/kontor.service'), /^TimeoutStopSec=(\d+)$/gm);
    expect(Number(patience)).toBeGreaterThan(10);
  });

  test('the image copies existing files, and starts and builds with the copied ones', () => {
    const image = textOf('deploy/Dockerfile');
    const copied = image
      .split('\n')
      .filter((line) => /^COPY (?!--from)/.test(line))
      .flatMap((line) => line.split(/\s+/).slice(1, -1));
    expect(copied.length).toBeGreaterThan(8);
    expect(missing(copied)).toEqual([]);
    expect(found(image, /npm run (\w+)/g).filter((name) => !(name in scripts))).toEqual([]);
    // The sources of the pages, and the files read at run time.
    const needed = [
      'index.html',
      'vite.config.ts',
      'package-lock.json',
      'src',
      'locales',
      'db',
      'schema.graphql',
      'scripts',
    ];
    expect(needed.filter((path) => !copied.includes(path))).toEqual([]);
    const [command = ''] = found(image, /^CMD (.+)$/gm);
    const [, program = ''] = JSON.parse(command) as string[];
    expect(missing([program])).toEqual([]);
  });

  test('the containers set existing variables, and build the existing image', () => {
    const compose = textOf('deploy/compose.yaml');
    const own = compose.slice(compose.indexOf('\n  kontor:'), compose.indexOf('\n  database:'));
    const set = found(own, /^ {6}([A-Z_]+):/gm);
    expect(set).toContain('SECRET_KEY');
    expect(set.filter((name) => !variables.includes(name))).toEqual([]);
    expect(missing(found(compose, /dockerfile: (\S+)/g))).toEqual([]);
  });

  test('the manifests of Kubernetes set existing variables, and use existing programs and addresses', () => {
    const manifests = textOf('deploy/kubernetes.yaml');
    const set = found(manifests, /(?:^ {2}|name: )([A-Z][A-Z_]+)(?::|,)/gm);
    expect(set.length).toBeGreaterThan(6);
    expect(set.filter((name) => !variables.includes(name))).toEqual([]);
    expect(missing(found(manifests, /bin\/node, ([\w./-]+)\]/g))).toEqual([]);
    const health = textOf('src/platform/server/http/http-health.ts');
    const asked = new Set(found(manifests, /path: (\/api\/[\w/]+)/g));
    expect(asked.size).toBe(2);
    for (const path of asked) expect(health).toContain(path);
    // Everything is of one version.
    expect(new Set(found(manifests, /image: (\S+)/g)).size).toBe(1);
    for (const kind of ['Job', 'Deployment', 'Service', 'PodDisruptionBudget'])
      expect(found(manifests, /^kind: (\w+)$/gm)).toContain(kind);
  });

  test("packages are overridden by the used version, because Debian's npm (9.2) does not support references", () => {
    const { overrides, dependencies, devDependencies } = JSON.parse(textOf('package.json')) as Record<
      string,
      Record<string, string | Record<string, string>>
    >;
    const used = { ...dependencies, ...devDependencies };
    for (const [name, version] of Object.values(overrides ?? {})
      .flatMap((one) => Object.entries(one))
      .filter(([key]) => key in used))
      expect([name, version]).toEqual([name, used[name]]);
    expect(JSON.stringify(overrides)).not.toContain('$');
  });

  test('no run-time import of the product is a development package', () => {
    const { devDependencies } = JSON.parse(textOf('package.json')) as {
      devDependencies: Record<string, string>;
    };
    const running = [
      ...globSync(['src/**/*.ts'], { cwd: root }).filter((path) => !path.endsWith('.test.ts')),
      ...[
        'admin',
        'audit-verify',
        'backup',
        'doctor',
        'files',
        'migrate',
        'move-tenant',
        'rehearse',
        'restore',
        'token',
      ].map((name) => `scripts/${name}.ts`),
    ];
    const imported = running.flatMap((path) =>
      found(textOf(path), /^(?:import|\} from) (?!type\b)(?:[^'\n]*from )?'([^.'\n][^'\n]*)'/gm).map(
        (name) => [path, name],
      ),
    );
    const wrong = imported.filter(([path = '', name = '']) => {
      const packageName = name.startsWith('@')
        ? name.split('/').slice(0, 2).join('/')
        : (name.split('/')[0] ?? '');
      return packageName in devDependencies && !path.includes('/web/');
    });
    expect(wrong).toEqual([]);
  });
});
