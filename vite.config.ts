import { createReadStream, existsSync } from 'node:fs';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import product from './package.json' with { type: 'json' };
import { bundledFile } from './scripts/setup/bill-of-materials.ts';
import { commandArguments } from './src/document/command-arguments.ts';
import { oldestEngines } from './src/platform/web/engines.ts';
import { type TextPart, type Texts, textsOfPart } from './src/platform/web/text-parts.ts';

const outDir = 'dist/web';

const target = Object.entries(oldestEngines).map(([engine, version]) => `${engine}${version}`);

/** Address of the parts of pdf.js; it contains the version, because browsers cache it forever. */
const pdfParts = `/assets/pdfjs-${product.dependencies['pdfjs-dist']}`;

/** The pages, built into dist/web; the server answers everything that is not a file with index.html. */
export default defineConfig({
  plugins: [
    react(),
    textParts(),
    commandsOfSchema(),
    lettersFirst(),
    partsOfPdf(),
    serviceWorker(),
    loginAlone(),
    bundled(),
    compressed(),
  ],
  // zod without code generation, which the content security policy forbids.
  resolve: { alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'src/platform/web/zod.ts') }] },
  define: {
    'import.meta.env.PRODUCT_VERSION': JSON.stringify(product.version),
    'import.meta.env.PDF_PARTS': JSON.stringify(`${pdfParts}/`),
  },
  build: {
    outDir,
    emptyOutDir: true,
    target,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: { output: { codeSplitting: { groups: firstPages() } } },
  },
});

/**
 * Bundles the first pages into few files: small files compress badly, and each costs a request. A group includes the
 * dependencies of its modules that no earlier group has. Modules shared by login and overview belong to one of the first
 * two groups; otherwise the login loads the overview.
 */
function firstPages() {
  return [
    { name: 'start', tags: ['$initial' as const] },
    {
      name: 'fields',
      test: /components[\\/](Button|ActionIcon)[\\/]|[\\/]CheckIcon\.|kit[\\/]TextField\.|web[\\/]login[\\/](?!LoginPage|FinishLogin)/,
    },
    { name: 'device', test: /web[\\/]device-files\.ts$/ },
    { name: 'menus', test: /components[\\/](Menu|Popover)[\\/]|[\\/]LanguageMenu\./ },
    { name: 'overview', test: /web[\\/](OverviewPage|Shell|overview-entry)\.tsx?$/ },
    { name: 'preview', test: /preview[\\/]Preview\.tsx$/ },
  ];
}

/** Splits a language file: `de.json?first` for the first pages, `de.json?later` for all others. */
function textParts(): Plugin {
  const asked = /\/locales\/(\w+)\.json\?(first|later)$/;
  const own = /^\0texts\/(\w+)\/(first|later)$/;
  return {
    name: 'kontor-text-parts',
    enforce: 'pre',
    resolveId(id) {
      const [, language, part] = asked.exec(id) ?? [];
      return language === undefined ? null : `\0texts/${language}/${part}`;
    },
    async load(id) {
      const [, language, part] = own.exec(id) ?? [];
      if (language === undefined) return null;
      const file = join(import.meta.dirname, 'locales', `${language}.json`);
      this.addWatchFile(file);
      const texts: Texts = JSON.parse(await readFile(file, 'utf8'));
      return `export default ${JSON.stringify(textsOfPart(part as TextPart, texts))}`;
    },
  };
}

/** The arguments of all commands, read from the printed schema: `schema.graphql?commands`. */
function commandsOfSchema(): Plugin {
  const own = '\0schema/commands';
  return {
    name: 'kontor-commands-of-schema',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith('/schema.graphql?commands') ? own : null),
    async load(id) {
      if (id !== own) return null;
      const file = join(import.meta.dirname, 'schema.graphql');
      this.addWatchFile(file);
      return `export default ${JSON.stringify(commandArguments(await readFile(file, 'utf8')))}`;
    },
  };
}

/** Preloads the font together with the code, because a later font change shifts the layout. */
function lettersFirst(): Plugin {
  return {
    name: 'kontor-letters-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const letters = Object.keys(bundle).filter((name) => /inter-latin-opsz-normal.*\.woff2$/.test(name));
        const kind = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' };
        return letters.map((name) => ({ tag: 'link', attrs: { ...kind, href: `/${name}` } }));
      },
    },
  };
}

/** Serves fonts, character maps and decoders at the addresses requested by pdf.js. */
function partsOfPdf(): Plugin {
  const source = join(import.meta.dirname, 'node_modules/pdfjs-dist');
  const folders = ['cmaps', 'standard_fonts', 'wasm'];
  return {
    name: 'kontor-parts-of-pdf',
    configureServer({ middlewares }) {
      middlewares.use(pdfParts, (request, response, next) => {
        const [path = ''] = (request.url ?? '').split('?');
        const file = join(source, path);
        const isPart = folders.some((folder) => file.startsWith(join(source, folder))) && existsSync(file);
        if (!isPart) return next();
        if (file.endsWith('.js')) response.setHeader('content-type', 'text/javascript');
        createReadStream(file).pipe(response);
      });
    },
    async writeBundle() {
      const copies = folders.map((folder) =>
        // The content security policy does not let pages compile WebAssembly.
        cp(join(source, folder), join(outDir, pdfParts, folder), {
          recursive: true,
          filter: (file) => !/\.wasm$|quickjs/.test(file),
        }),
      );
      await Promise.all(copies);
    },
  };
}

/**
 * Builds the service worker as one script: only that runs in all engines, and its address must stay the same, as
 * browsers ask there for a new one.
 */
function serviceWorker(): Plugin {
  return {
    name: 'kontor-service-worker',
    apply: 'build',
    async writeBundle() {
      const entry = join(import.meta.dirname, 'src/app/web/worker/main.ts');
      const lib = { entry, formats: ['iife' as const], name: 'worker', fileName: () => 'service-worker.js' };
      await build({
        configFile: false,
        logLevel: 'warn',
        build: { outDir, emptyOutDir: false, copyPublicDir: false, target, lib },
      });
    },
  };
}

/** Fails if what the login loads at once needs the chunk of the overview (NAV-23). */
function loginAlone(): Plugin {
  return {
    name: 'kontor-login-alone',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
      const needed = new Set(chunks.filter(({ moduleIds }) => moduleIds.some(isLoadedAtLogin)));
      for (const { imports } of needed)
        for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk);
      if ([...needed].some(({ name }) => name === 'overview'))
        this.error('the login loads the overview: see firstPages');
    },
  };
}

const isLoadedAtLogin = (module: string): boolean =>
  /web[\\/](main\.tsx|login[\\/]LoginPage\.tsx|device-files\.ts)$/.test(module);

/** Lists the packages whose code the pages contain, for the bill of materials of an archive. */
function bundled(): Plugin {
  return {
    name: 'kontor-bundled',
    apply: 'build',
    async writeBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
      const folders = modules.flatMap(
        (id) => /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? [],
      );
      await writeFile(
        bundledFile,
        JSON.stringify([...new Set([...folders, 'node_modules/pdfjs-dist'])].toSorted()),
      );
    },
  };
}

/** Writes compressed copies (`.br`, `.gz`) of every text file, which the server sends to browsers that accept them. */
function compressed(): Plugin {
  const pack = { br: promisify(brotliCompress), gz: promisify(gzip) };
  const compress = async (file: string): Promise<void> => {
    const text = await readFile(file);
    await Promise.all([
      pack.br(text).then((packed) => writeFile(`${file}.br`, packed)),
      pack.gz(text).then((packed) => writeFile(`${file}.gz`, packed)),
    ]);
  };
  return {
    name: 'kontor-compressed',
    apply: 'build',
    async closeBundle() {
      const assets = join(outDir, 'assets');
      const texts = (await readdir(assets)).filter((name) => /\.(m?js|css|svg)$/.test(name));
      await Promise.all(
        [
          ...texts.map((name) => join(assets, name)),
          ...['engine-check.js', 'service-worker.js'].map((name) => join(outDir, name)),
        ].map(compress),
      );
    },
  };
}
