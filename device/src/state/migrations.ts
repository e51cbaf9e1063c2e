/**
 * The database's migrations, in order. A released migration never changes; new ones are appended.
 * `user_version` of a database is the number of migrations it has had.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE parameters (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE accounts (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    comment TEXT NOT NULL,
    groups TEXT NOT NULL,
    ha1_md5 TEXT NOT NULL,
    ha1_sha256 TEXT NOT NULL
  );
  CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    user TEXT NOT NULL,
    used INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE certificates (
    id TEXT PRIMARY KEY,
    certificate TEXT NOT NULL,
    private_key TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE revisions (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  `,
  `
  CREATE TABLE trial (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    state TEXT NOT NULL,
    user TEXT NOT NULL,
    note TEXT NOT NULL,
    at INTEGER NOT NULL
  );
  `,
  `
  CREATE TABLE client_notes (
    category TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (category, key)
  ) WITHOUT ROWID;
  CREATE TABLE records (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  `,
  `
  CREATE TABLE onvif_accounts (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    level TEXT NOT NULL,
    password TEXT NOT NULL
  );
  `,
  `
  CREATE TABLE certificates_with_kind (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    certificate TEXT NOT NULL,
    private_key TEXT,
    factory INTEGER NOT NULL
  );
  INSERT INTO certificates_with_kind (id, kind, certificate, private_key, factory)
    SELECT id, 'own', certificate, private_key, 1 FROM certificates;
  DROP TABLE certificates;
  ALTER TABLE certificates_with_kind RENAME TO certificates;
  `,
  `
  ALTER TABLE accounts ADD COLUMN version TEXT NOT NULL DEFAULT '0';
  ALTER TABLE onvif_accounts ADD COLUMN version TEXT NOT NULL DEFAULT '0';
  UPDATE revisions SET name = 'onvif_accounts' WHERE name = 'onvif';
  CREATE TABLE certificates_with_version (
    id INTEGER PRIMARY KEY,
    version TEXT NOT NULL DEFAULT '0',
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    certificate TEXT NOT NULL,
    private_key TEXT,
    factory INTEGER NOT NULL
  );
  INSERT INTO certificates_with_version (id, name, kind, certificate, private_key, factory)
    SELECT number, id, kind, certificate, private_key, factory FROM certificates;
  DROP TABLE certificates;
  ALTER TABLE certificates_with_version RENAME TO certificates;
  `,
  `
  ALTER TABLE sessions ADD COLUMN created INTEGER NOT NULL DEFAULT 0;
  UPDATE sessions SET created = used;
  `,
  // The accounts seal the digests when they are opened.
  `
  ALTER TABLE accounts ADD COLUMN digests TEXT NOT NULL DEFAULT '';
  UPDATE accounts SET digests = ha1_md5 || ' ' || ha1_sha256;
  ALTER TABLE accounts DROP COLUMN ha1_md5;
  ALTER TABLE accounts DROP COLUMN ha1_sha256;
  `,
]
