import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recognitionJob } from '../../src/features/invoice/server/recognitions.ts';
import { seconds } from '../../src/platform/server/clock.ts';
import { longestWait } from '../support/depth.ts';
import type { ProductProcess } from '../support/product-process.ts';
import { takeData } from '../support/shared-data.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { largeInvoice, sendInvoice } from './large-invoice.ts';

const folder = mkdtempSync(join(tmpdir(), 'one-disk-'));
/** Needs an account that may mount, as in most containers. */
const isMounted =
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2g', 'none', folder], { stdio: 'ignore' }).status === 0;
const megabyte = 2 ** 20;

describe.runIf(isMounted)(
  'one disk for the database, the data directory and what is written meanwhile',
  () => {
    let cluster: Cluster;
    let product: ProductProcess;
    let token: string;
    const before = process.env.TMPDIR;

    beforeAll(async () => {
      process.env.TMPDIR = folder;
      cluster = await openCluster((path) => takeData(path, 'demo'));
      product = (await cluster.node({ LOG_LEVEL: 'warn' })).process;
      token = await cluster.token('accountant@demo.test');
    });
    afterAll(async () => {
      await cluster?.close();
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true });
    });

    test('TECH-21 that is full is reported to people and the operator, and work continues within seconds after space is freed', async () => {
      expect(await upload()).toEqual({ status: 200, code: undefined });
      fill();
      expect(await upload()).toEqual({ status: 507, code: 'storage_full' });
      const { status, reasons } = await readiness();
      expect([status, reasons]).toEqual([503, expect.arrayContaining(['disk'])]);
      expect(product.output()).toContain('refused a request: storage_full');
      execFileSync('mount', ['-o', 'remount,size=2g', folder]);
      const from = performance.now();
      await expect.poll(upload, { timeout: longestWait, interval: 500 }).toMatchObject({ status: 200 });
      expect(performance.now() - from).toBeLessThan(seconds(15));
      // Files queued before the disk was full, and later ones, are read; no job has failed.
      await expect.poll(jobs, { timeout: longestWait, interval: 500 }).toEqual({ open: 0, failed: 0 });
    });

    /** Fills the free space. */
    function fill(): void {
      for (;;) {
        const { blocks, bfree, bsize } = statfsSync(folder);
        const size = `remount,size=${(blocks - bfree) * bsize}`;
        // Others write meanwhile, and a disk cannot become smaller than its content.
        if (spawnSync('mount', ['-o', size, folder], { stdio: 'ignore' }).status === 0) return;
      }
    }

    async function upload(): Promise<{ readonly status: number; readonly code: string | undefined }> {
      const response = await sendInvoice(product.url, token, await largeInvoice(4 * megabyte));
      if (!response) throw new Error('there was no answer');
      const { code } = (await response.json()) as { code?: string };
      return { status: response.status, code };
    }

    async function readiness(): Promise<{ readonly status: number; readonly reasons: unknown }> {
      const response = await fetch(`${product.url}/api/health/ready`);
      const { reasons } = (await response.json()) as { reasons?: unknown };
      return { status: response.status, reasons };
    }

    async function jobs(): Promise<{ readonly open: number; readonly failed: number } | undefined> {
      const { rows } = await cluster.owner.query<{ open: number; failed: number }>(
        `select count(*) filter (where state in ('queued', 'running'))::int as open,
         count(*) filter (where state = 'failed')::int as failed from job where kind = $1`,
        [recognitionJob],
      );
      return rows[0];
    }
  },
);
