#!/usr/bin/env node
/**
 * `npx lintel`, the start of the installed package: a device with its bench, or with `--device` or
 * `--devices` the gateway. Devices keep their state in `lintel-data` in the current folder.
 */
import { join } from 'node:path'

process.env.LINTEL_DATA ??= join(process.cwd(), 'lintel-data')
const isGateway = process.argv.slice(2).some((word) => /^--devices?(=|$)/.test(word))
await import(isGateway ? '../gateway/dist/main.js' : '../board/dist/main.js')
