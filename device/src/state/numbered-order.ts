/**
 * The terms by which SQL sorts a key so that `2` comes before `10` and `Flat 2` before `Flat 10`, as
 * the console's own lists do: a number that it begins with, its text, and a number at its end. An
 * index on these terms is only used if it has them word for word.
 * @param key the column with the folded text
 */
export const numberedOrder = (key: string): readonly [string, string, string] => [
  `CASE WHEN ${key} = '' THEN -1 WHEN ${key} GLOB '[0-9]*' THEN CAST(${key} AS INTEGER) ELSE 9223372036854775807 END`,
  `rtrim(${key}, '0123456789')`,
  `CAST(substr(${key}, length(rtrim(${key}, '0123456789')) + 1) AS INTEGER)`,
]
