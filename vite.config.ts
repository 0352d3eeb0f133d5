import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The pages, built into dist/web; the server answers everything that is not a file with index.html. */
export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    chunkSizeWarningLimit: 1_000,
  },
});
