import type { Logger } from 'pino';
import type { Config } from '../../kernel/config.ts';
import type { Traces } from '../../kernel/ports.ts';

/** Opens the traces, or returns null without the setting. Only then the libraries of OpenTelemetry are loaded (decision 80). */
export async function openTraces(config: Config, log: Logger): Promise<Traces | null> {
  if (!config.traces) return null;
  const { OpenTelemetryTraces } = await import('./open-telemetry.ts');
  return new OpenTelemetryTraces({ ...config.traces, process: config.worker?.number }, log);
}
