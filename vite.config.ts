import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const outDir = 'dist/web';

/** The pages, built into dist/web; the server answers everything that is not a file with index.html. */
export default defineConfig({
  plugins: [react(), compressed()],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'baseline-widely-available',
    chunkSizeWarningLimit: 1_000,
  },
});

/** Puts `.br` and `.gz` beside every text, which the server sends to whoever understands them. */
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
      const texts = (await readdir(assets)).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(texts.map((name) => compress(join(assets, name))));
    },
  };
}
