@echo off
rem Runs the provider simulator with the Java runtime of this archive. Written without Windows at hand: never run.
"%~dp0..\runtime\bin\java.exe" -XX:+ExitOnOutOfMemoryError %JAVA_OPTS% -jar "%~dp0..\provider-simulator.jar" %*
