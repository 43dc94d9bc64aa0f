/**
 * Replaces the descriptions of the federation runtime's errors. In reports of visitors' browsers, the code and the address of its
 * documentation remain.
 */
export const runtimeDescMap = {};
export const typeDescMap = {};
export const buildDescMap = {};
export const errorDescMap = {};
