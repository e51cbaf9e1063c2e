/** The classes of the line above a list: `tools`, and in it `filter`, `count` and `actions`. */
export { default as listTools } from './list-tools.module.css'
