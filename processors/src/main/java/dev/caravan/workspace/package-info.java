/** What can be asked about: the folders of the workspaces. */
package dev.caravan.workspace;
