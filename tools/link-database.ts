// Makes the links between the libraries of the built-in PostgreSQL while this user may still write to npm's folder.
import { StartError } from '../server/src/config/start-error.ts';
import { linkLibraries } from '../server/src/platform/database/embedded/embedded-binaries.ts';

try {
  linkLibraries();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.log(error.message);
}
