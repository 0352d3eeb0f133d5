import type { Family } from '../figures.ts';
import type { Log } from '../log.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';
import { installTracer } from './tracing.ts';

export interface TelemetryParts {
  readonly log: Log;
  readonly version: string;
  /** The metrics of this process, as Prometheus gets them. */
  readonly families: () => Promise<readonly Family[]>;
}

/** What is sent over OTLP. */
export interface Telemetry {
  /** Sends what is left, for two seconds at most, and ends. */
  close(): Promise<void>;
}

/** Begins to send traces and metrics over OTLP. The packages of OpenTelemetry are loaded here and nowhere else. */
export async function openTelemetry(settings: TelemetrySettings, parts: TelemetryParts): Promise<Telemetry> {
  const { openOtlp } = await import('./otlp.ts');
  const { tracer, close } = openOtlp(settings, parts);
  installTracer(tracer);
  return {
    close: async () => {
      installTracer(null);
      await close();
    },
  };
}
