/** Set by the build, from package.json. */
declare const WEB_APP_VERSION: string
