/** Builds the web app if it is not the one its sources make. */
export function buildWeb(): Promise<void>;
export function sourcesHash(): string;
