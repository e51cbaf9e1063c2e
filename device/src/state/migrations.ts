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
  // The factory account is made when the accounts are opened.
  `
  CREATE TABLE sip_accounts (
    id INTEGER PRIMARY KEY,
    version TEXT NOT NULL,
    name TEXT NOT NULL UNIQUE,
    record TEXT NOT NULL,
    secrets TEXT
  );
  CREATE TABLE dtmf_configurations (
    id INTEGER PRIMARY KEY,
    version TEXT NOT NULL,
    name TEXT NOT NULL UNIQUE,
    record TEXT NOT NULL
  );
  CREATE TABLE dtmf_triggers (
    id INTEGER PRIMARY KEY,
    version TEXT NOT NULL,
    name TEXT NOT NULL,
    code TEXT NOT NULL UNIQUE,
    account TEXT NOT NULL,
    port INTEGER NOT NULL,
    pulse INTEGER NOT NULL,
    search TEXT NOT NULL,
    name_key TEXT NOT NULL,
    code_key TEXT NOT NULL,
    account_key TEXT NOT NULL
  );
  CREATE INDEX dtmf_triggers_name ON dtmf_triggers (name_key, id);
  CREATE INDEX dtmf_triggers_code ON dtmf_triggers (code_key, id);
  CREATE INDEX dtmf_triggers_account ON dtmf_triggers (account_key, id);
  CREATE TABLE call_log (
    id INTEGER PRIMARY KEY,
    version TEXT NOT NULL,
    callId TEXT NOT NULL,
    started TEXT NOT NULL,
    day TEXT NOT NULL,
    direction TEXT NOT NULL,
    account TEXT NOT NULL,
    accountName TEXT NOT NULL,
    remote TEXT NOT NULL,
    seconds TEXT NOT NULL,
    outcome TEXT NOT NULL,
    code TEXT NOT NULL,
    reason TEXT NOT NULL,
    codec TEXT NOT NULL,
    encrypted INTEGER NOT NULL,
    search TEXT NOT NULL,
    started_key TEXT NOT NULL,
    direction_key TEXT NOT NULL,
    accountName_key TEXT NOT NULL,
    remote_key TEXT NOT NULL,
    seconds_key TEXT NOT NULL,
    outcome_key TEXT NOT NULL,
    code_key TEXT NOT NULL
  );
  CREATE INDEX call_log_callId ON call_log (callId);
  CREATE INDEX call_log_day ON call_log (day);
  CREATE INDEX call_log_started ON call_log (started_key, id);
  CREATE INDEX call_log_direction ON call_log (direction_key, id);
  CREATE INDEX call_log_accountName ON call_log (accountName_key, id);
  CREATE INDEX call_log_remote ON call_log (remote_key, id);
  CREATE INDEX call_log_seconds ON call_log (seconds_key, id);
  CREATE INDEX call_log_outcome ON call_log (outcome_key, id);
  CREATE INDEX call_log_code ON call_log (code_key, id);
  `,
  `
  CREATE TABLE phonebook (
    id INTEGER PRIMARY KEY,
    version TEXT NOT NULL,
    entry TEXT NOT NULL,
    type TEXT NOT NULL,
    label TEXT NOT NULL,
    description TEXT NOT NULL,
    firstName TEXT NOT NULL,
    lastName TEXT NOT NULL,
    keyTrigger TEXT NOT NULL,
    parent TEXT NOT NULL,
    organisation TEXT NOT NULL,
    call TEXT NOT NULL,
    addresses TEXT NOT NULL,
    onDisplay INTEGER NOT NULL,
    image TEXT NOT NULL,
    record TEXT NOT NULL,
    search TEXT NOT NULL,
    label_key TEXT NOT NULL,
    firstName_key TEXT NOT NULL,
    lastName_key TEXT NOT NULL,
    keyTrigger_key TEXT NOT NULL,
    onDisplay_key TEXT NOT NULL
  );
  CREATE UNIQUE INDEX phonebook_entry ON phonebook (entry);
  CREATE INDEX phonebook_type ON phonebook (type, organisation, call);
  CREATE INDEX phonebook_parent ON phonebook (parent);
  CREATE INDEX phonebook_organisation ON phonebook (organisation);
  CREATE INDEX phonebook_keyTrigger ON phonebook (keyTrigger);
  CREATE INDEX phonebook_image ON phonebook (image);
  CREATE INDEX phonebook_label_key ON phonebook (type, label_key, id);
  CREATE INDEX phonebook_firstName_key ON phonebook (type, firstName_key, id);
  CREATE INDEX phonebook_lastName_key ON phonebook (type, lastName_key, id);
  CREATE INDEX phonebook_keyTrigger_key ON phonebook (type, keyTrigger_key, id);
  CREATE TABLE phonebook_links (
    parent TEXT NOT NULL,
    child TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (parent, child)
  ) WITHOUT ROWID;
  CREATE INDEX phonebook_links_child ON phonebook_links (child);
  CREATE TABLE phonebook_images (
    hash TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    size INTEGER NOT NULL,
    bytes BLOB NOT NULL
  );
  `,
  // The schedules of the factory are made when the schedules are opened.
  `
  CREATE TABLE schedules (
    id INTEGER PRIMARY KEY,
    version TEXT NOT NULL,
    eventId TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    calendar TEXT NOT NULL
  );
  `,
  // Who has an address, for the call log.
  `
  CREATE TABLE phonebook_addresses (
    address TEXT NOT NULL,
    contact INTEGER NOT NULL,
    PRIMARY KEY (address, contact)
  ) WITHOUT ROWID;
  CREATE INDEX phonebook_addresses_contact ON phonebook_addresses (contact);
  INSERT OR IGNORE INTO phonebook_addresses (address, contact)
    SELECT lower(json_extract(call.value, '$.address')), phonebook.id
    FROM phonebook, json_each(phonebook.record, '$.callInformation') AS call
    WHERE phonebook.type = 'Person' AND json_extract(call.value, '$.type') = 'SIP';
  `,
  // The settings of the card reader have a record of their own.
  `
  INSERT OR REPLACE INTO records (name, value)
    SELECT 'cardReader', json_extract(value, '$.CardReaderConfiguration') FROM records
    WHERE name = 'intercom' AND json_type(value, '$.CardReaderConfiguration') = 'object';
  UPDATE records SET value = json_remove(value, '$.CardReaderConfiguration')
    WHERE name = 'intercom';
  `,
  // The image on the home screen of the display.
  `
  CREATE TABLE welcome_image (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    hash TEXT NOT NULL,
    type TEXT NOT NULL,
    bytes BLOB NOT NULL
  );
  `,
  // Action rules, to whom they send, what they still have to deliver, and their log.
  `
  CREATE TABLE recipients (
    id INTEGER PRIMARY KEY,
    version TEXT NOT NULL,
    name TEXT NOT NULL UNIQUE,
    template TEXT NOT NULL,
    parameters TEXT NOT NULL,
    secrets TEXT NOT NULL,
    search TEXT NOT NULL,
    name_key TEXT NOT NULL,
    template_key TEXT NOT NULL
  );
  CREATE INDEX recipients_name ON recipients (name_key, id);
  CREATE INDEX recipients_template ON recipients (template_key, id);
  CREATE TABLE action_configurations (
    id INTEGER PRIMARY KEY,
    version TEXT NOT NULL,
    name TEXT NOT NULL,
    template TEXT NOT NULL,
    recipient TEXT NOT NULL,
    parameters TEXT NOT NULL,
    secrets TEXT NOT NULL
  );
  CREATE INDEX action_configurations_recipient ON action_configurations (recipient);
  CREATE TABLE action_rules (
    id INTEGER PRIMARY KEY,
    version TEXT NOT NULL,
    name TEXT NOT NULL UNIQUE,
    enabled INTEGER NOT NULL,
    start TEXT,
    conditions TEXT NOT NULL,
    configuration TEXT NOT NULL,
    delay INTEGER NOT NULL,
    retries INTEGER NOT NULL,
    stopped INTEGER NOT NULL,
    search TEXT NOT NULL,
    name_key TEXT NOT NULL
  );
  CREATE INDEX action_rules_name ON action_rules (name_key, id);
  CREATE INDEX action_rules_configuration ON action_rules (configuration);
  CREATE TABLE action_jobs (
    id INTEGER PRIMARY KEY,
    rule TEXT NOT NULL,
    record TEXT NOT NULL,
    picture BLOB
  );
  CREATE INDEX action_jobs_rule ON action_jobs (rule);
  CREATE TABLE action_log (
    id INTEGER PRIMARY KEY,
    version TEXT NOT NULL,
    at TEXT NOT NULL,
    ruleId TEXT NOT NULL,
    rule TEXT NOT NULL,
    topic TEXT NOT NULL,
    template TEXT NOT NULL,
    result TEXT NOT NULL,
    reason TEXT,
    detail TEXT NOT NULL,
    count INTEGER NOT NULL,
    search TEXT NOT NULL,
    at_key TEXT NOT NULL,
    rule_key TEXT NOT NULL,
    result_key TEXT NOT NULL
  );
  CREATE INDEX action_log_ruleId ON action_log (ruleId, at);
  CREATE INDEX action_log_at ON action_log (at_key, id);
  CREATE INDEX action_log_rule ON action_log (rule_key, id);
  CREATE INDEX action_log_result ON action_log (result_key, id);
  `,
  // What the device has measured of itself.
  `
  CREATE TABLE health_samples (
    step INTEGER NOT NULL,
    at INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (step, at)
  ) WITHOUT ROWID;
  `,
  // Numbers in names and speed dials sort by their value.
  `
  DROP INDEX phonebook_label_key;
  DROP INDEX phonebook_firstName_key;
  DROP INDEX phonebook_lastName_key;
  DROP INDEX phonebook_keyTrigger_key;
  CREATE INDEX phonebook_label_numbered ON phonebook (
    type,
    CASE WHEN label_key = '' THEN -1 WHEN label_key GLOB '[0-9]*' THEN CAST(label_key AS INTEGER) ELSE 9223372036854775807 END,
    rtrim(label_key, '0123456789'),
    CAST(substr(label_key, length(rtrim(label_key, '0123456789')) + 1) AS INTEGER),
    id
  );
  CREATE INDEX phonebook_firstName_numbered ON phonebook (
    type,
    CASE WHEN firstName_key = '' THEN -1 WHEN firstName_key GLOB '[0-9]*' THEN CAST(firstName_key AS INTEGER) ELSE 9223372036854775807 END,
    rtrim(firstName_key, '0123456789'),
    CAST(substr(firstName_key, length(rtrim(firstName_key, '0123456789')) + 1) AS INTEGER),
    id
  );
  CREATE INDEX phonebook_lastName_numbered ON phonebook (
    type,
    CASE WHEN lastName_key = '' THEN -1 WHEN lastName_key GLOB '[0-9]*' THEN CAST(lastName_key AS INTEGER) ELSE 9223372036854775807 END,
    rtrim(lastName_key, '0123456789'),
    CAST(substr(lastName_key, length(rtrim(lastName_key, '0123456789')) + 1) AS INTEGER),
    id
  );
  CREATE INDEX phonebook_keyTrigger_numbered ON phonebook (
    type,
    CASE WHEN keyTrigger_key = '' THEN -1 WHEN keyTrigger_key GLOB '[0-9]*' THEN CAST(keyTrigger_key AS INTEGER) ELSE 9223372036854775807 END,
    rtrim(keyTrigger_key, '0123456789'),
    CAST(substr(keyTrigger_key, length(rtrim(keyTrigger_key, '0123456789')) + 1) AS INTEGER),
    id
  );
  `,
  `
  CREATE TABLE access_log (
    id INTEGER PRIMARY KEY,
    version TEXT NOT NULL,
    at TEXT NOT NULL,
    door TEXT NOT NULL,
    name TEXT NOT NULL,
    presented TEXT NOT NULL,
    cardEnd TEXT NOT NULL,
    reason TEXT NOT NULL,
    search TEXT NOT NULL,
    at_key TEXT NOT NULL,
    name_key TEXT NOT NULL,
    door_key TEXT NOT NULL,
    reason_key TEXT NOT NULL
  );
  CREATE INDEX access_log_at ON access_log (at_key, id);
  CREATE INDEX access_log_name ON access_log (name_key, id);
  CREATE INDEX access_log_door ON access_log (door_key, id);
  CREATE INDEX access_log_reason ON access_log (reason_key, id);
  `,
]
