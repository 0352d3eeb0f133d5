import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type pg from 'pg';

/** The connection that `pg` passes to a query that implements the COPY protocol itself. */
interface CopyConnection {
  readonly stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** Sends a query that implements the COPY protocol itself. Returns a function that ends `pg`'s time limit for it. */
function sent(client: pg.Client, handlers: object): () => void {
  const query = handlers as pg.Submittable & { callback?: () => void };
  client.query(query);
  return () => query.callback?.();
}

/** Rows are collected into blocks of about this many bytes. */
const blockSize = 64 * 1024;

/**
 * The rows of `COPY ... TO STDOUT` as blocks of bytes. A slow reader slows the database down; the connection takes no
 * other query until the end.
 */
export function copyOut(client: pg.Client, text: string): Readable {
  let connection: CopyConnection | undefined;
  let collected: Buffer[] = [];
  let size = 0;
  const rows = new Readable({ read: () => void connection?.stream.resume() });
  // Readers get the error; without a reader yet, it must not end the process.
  rows.on('error', () => {});
  const pass = () => {
    const block = Buffer.concat(collected);
    collected = [];
    size = 0;
    if (!rows.push(block)) connection?.stream.pause();
  };
  const end = sent(client, {
    submit: (open: CopyConnection) => {
      connection = open;
      open.query(text);
    },
    handleCopyData: ({ chunk }: { chunk: Buffer }) => {
      // `pg` reuses the memory of the chunk.
      collected.push(Buffer.from(chunk));
      size += chunk.length;
      if (size >= blockSize) pass();
    },
    handleCommandComplete: () => {
      if (size > 0) pass();
    },
    handleReadyForQuery: () => {
      end();
      rows.push(null);
    },
    handleError: (error: Error) => {
      end();
      rows.destroy(error);
    },
  });
  return rows;
}

/** Sends blocks of bytes to `COPY ... FROM STDIN`. Fails with the error of the database, or of the blocks. */
export async function copyIn(client: pg.Client, text: string, blocks: AsyncIterable<Buffer>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let failure: unknown;
  const end = sent(client, {
    submit: (connection: CopyConnection) => connection.query(text),
    handleCopyInResponse: (connection: CopyConnection) => {
      sendBlocks(connection, blocks).catch((error: unknown) => {
        failure = error;
        connection.sendCopyFail('the blocks could not be read');
      });
    },
    handleCommandComplete: () => {},
    handleReadyForQuery: () => resolve(),
    handleError: (error: Error) => reject(failure ?? error),
  });
  await promise.finally(end);
}

async function sendBlocks(connection: CopyConnection, blocks: AsyncIterable<Buffer>): Promise<void> {
  for await (const block of blocks) {
    connection.sendCopyFromChunk(block);
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
  }
  connection.endCopyFrom();
}
