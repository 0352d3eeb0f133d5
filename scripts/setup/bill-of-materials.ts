import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package of an installation: at run time, or bundled into the pages. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** As in its `package.json`, an SPDX expression. */
  readonly license: string;
  /** `sha512-...` of the published archive, in base64. */
  readonly integrity: string | undefined;
  /** Its folder below the checkout. */
  readonly path: string;
}

interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly dev?: true;
  readonly devOptional?: true;
}

/** The file with the folders of the packages whose code the pages contain; the build writes it. */
export const bundledFile = 'dist/bundled.json';

/**
 * All packages of a checkout that an archive contains, by name.
 *
 * @param bundled the folders of those in the pages, from `bundledFile`
 */
export function shippedPackages(checkout: string, bundled: readonly string[]): readonly ShippedPackage[] {
  const lock = readJson(join(checkout, 'package-lock.json')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return Object.entries(lock.packages)
    .filter(
      ([path, { dev, devOptional }]) => path !== '' && (bundled.includes(path) || !(dev || devOptional)),
    )
    .flatMap(([path, { version, integrity }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const license = licenseIn(join(checkout, path));
      // Packages of other systems are in the lock file but not installed.
      return license === null ? [] : [{ name, version, license, integrity, path }];
    })
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** A software bill of materials in CycloneDX 1.6 (ECMA-424). */
export function billOfMaterials(
  product: { readonly name: string; readonly version: string },
  packages: readonly ShippedPackage[],
): object {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', ...product, 'bom-ref': `${product.name}@${product.version}` },
    },
    components: packages.map(({ name, version, license, integrity, path }) => ({
      ...{ type: 'library', 'bom-ref': path, name, version, purl: packageUrl(name, version) },
      licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
      ...(integrity?.startsWith('sha512-') && {
        hashes: [{ alg: 'SHA-512', content: hexOf(integrity.slice('sha512-'.length)) }],
      }),
    })),
  };
}

/** The names, versions and licence texts of packages, as their licences require. */
export function licenseTexts(checkout: string, packages: readonly ShippedPackage[]): string {
  return packages
    .map(({ name, version, license, path }) =>
      [`${name} ${version} (${license})`, ...textsIn(join(checkout, path))].join('\n\n'),
    )
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}

/** `pkg:npm/%40scope/name@1.0.0`, by the package URL specification. */
function packageUrl(name: string, version: string): string {
  return `pkg:npm/${name.split('/').map(encodeURIComponent).join('/')}@${version}`;
}

function hexOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex');
}

/** Null without the package; without a stated licence that of its text, if it is the MIT licence. */
function licenseIn(folder: string): string | null {
  if (!existsSync(join(folder, 'package.json'))) return null;
  const { license } = readJson(join(folder, 'package.json')) as { readonly license?: string };
  if (license !== undefined) return license;
  const isMit = textsIn(folder).some((text) => text.includes('Permission is hereby granted, free of charge'));
  return isMit ? 'MIT' : 'NOASSERTION';
}

function textsIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
